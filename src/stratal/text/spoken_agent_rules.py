"""Rules for what people ask of an agent in hasty English: to ask first, to act, at will."""

from __future__ import annotations

import re

from stratal.text.agent_rules import ASKING, MY_YES, permitted
from stratal.text.plain_agent_rules import ask, order
from stratal.text.statement_parts import Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import QUESTION, REPORTED, THIS_ONCE, UNMEANT, Wording

ASK_SPOKEN: list[Rule] = rule(
    StatementKind.ASK_BEFORE,
    ask,
    (QUESTION, REPORTED, THIS_ONCE),
    rf"(?:please )?(?:check back with me|check with me|come to me|ask|ask me|let me see (?:it|"
    rf"them)|show "
    rf"(?:it to )?me|i (?:want|need|like|'d like|have|wish) to (?:be (?:asked|told|consulted)|"
    rf"see it|"
    rf"approve|say yes)|{ASKING})(?: first| again| please){{0,4}}\s+(?:before|prior to|ahead of|"
    rf"when|"
    rf"if)\s+(?:"
    rf"you(?:'re)? )?(?P<value>[^.;,]+)",
    r"(?:no|never|don't|do not|hold off|wait with|hands off)\s+(?P<value>[\w-]+[^.;,]{0,60}?)\s+"
    r"(?:unless|until|before|without)\s+(?:i(?:'ve| have)?|me|my|asking|checking|an? )\b[^.;]*",
    rf"(?P<value>[^.;,:]{{4,60}}?)\s+(?:always |only )?(?:needs?|requires?|goes through|"
    rf"has to have|waits "
    rf"for)\s+(?:{MY_YES}|me|my (?:explicit )?\w+)(?:\s+(?:first|each time|every time|always))"
    rf"{{0,4}}",
    r"(?P<value>[^.;,:]{4,50})\s*[:?]\s*(?:always )?(?:ask me|ask|check with me)(?: first)?"
    r"(?:,? every time|,? always)?",
)

_UNASKED = (
    r"(?:without (?:my|any|me|asking|checking|waiting)\b[^,;]*|w/?o (?:asking|my)\b[^,;]*|"
    r"on your own|by "
    r"yourself|yourself|freely|any ?time|whenever[^,;]*)"
)

PERMISSIONS_SPOKEN: list[Rule] = rule(
    StatementKind.PERMISSION,
    permitted,
    (QUESTION, REPORTED, THIS_ONCE),
    r"permission (?:is )?granted (?:to|for)\s+(?P<value>[^.;,?]{2,60}?)"
    r"(?:\s+(?:without|w/?o)\b[^.;,]*)?",
    r"(?P<value>\w+ing [^.;,?]{2,50}?)\s+(?:is|are) (?:fine|ok|okay|allowed|no problem)"
    r"\s+(?:without"
    r"|w/?o)\b[^.;,]*",
    r"(?P<value>\w+ing [^.;,?]{2,50}?)\s+(?:doesn't|does not|no longer) (?:need|requires?|needs)"
    r" my \w+"
    r"(?: any ?more)?",
    r"you have my (?:\w+ )?(?:ok|okay|permission|blessing|consent|approval)"
    r" to\s+(?P<value>[^.;,?]{2,60})",
    rf"(?:from now on )?(?:you|u|ya)(?:'re|r| are)? ?(?:can|may|could|free to|allowed to|"
    rf"welcome to)(?: "
    rf"now| always| just| also)?\s+(?P<value>[^.;,?]{{2,60}}?)\s+{_UNASKED}",
    r"(?:you )?(?:no need to|needn't|don't need to|don't have to|don't|never need to) (?:ask|check|"
    r"wait|confirm)(?: (?:me|with me|for me|first|permission)){0,4}\s+(?:before|to|for|when|if)"
    r"\s+(?:you )?"
    r"(?P<value>[^.;,?]{2,60})",
    r"(?:stop|quit|no need for) asking(?: me)?(?: every time)?,?\s*(?:just|and)?\s*(?P<value>"
    r"[^.;,?]{3,60}?)(?:\s+(?:when|once|if|as soon as)\b[^.;,]*)?",
    r"(?:just |go ahead and |simply ){1,4}(?P<value>[^.;,?]{3,50}?),?\s+(?:no need to ask|"
    r"don't ask|"
    r"without "
    r"asking|you don't have to ask|i trust you)(?:\s+.*)?",
    rf"(?:i'm|i am) (?:fine|ok|okay|happy|cool) with (?:you|your)"
    rf"\s+(?P<value>\w+ing [^.;,?]{{2,50}}?)"
    rf"(?:\s+{_UNASKED})?",
    r"you have (?:my )?(?:permission|green light|go-ahead|blessing|ok|okay|free hand) (?:to|for|"
    r"with)\s+"
    r"(?P<value>[^.;,?]{2,60})",
)

_EVERY = (
    r"(?:(?:every|each) (?:time|morning|evening|day|week|month|night|session|monday|tuesday|"
    r"wednesday|"
    r"thursday|friday|saturday|sunday)\b[^,;]{0,50}?|(?:when(?:ever)?|any ?time|as soon as|once|"
    r"if|before|"
    r"after|at the (?:end|start|beginning) of|on|with|for) (?:(?:you|i|we|a|an|any|every|each|"
    r"the|there)\b)"
    r"[^,;]{1,60}?,|(?:after|before) every [^,;]{2,40}?)"
)
_DO = (
    r"(?:run|write|add|update|regenerate|rename|back ?up|format|commit|create|save|log|send|"
    r"check|remove|"
    r"clean|close|revert|bump|tag|sort|file|archive|cc|copy|open|lock|test|lint|rebuild|restart|"
    r"draft|"
    r"record|move|delete|export|upload|sync|label|mark|attach|remind|post|push|pull|rebase|"
    r"squash|print|"
    r"verify|round|convert|double-check|count|water|order|"
    r"schedule|book|confirm|forward|proofread|install|refresh|generate|make|fix|set|turn|reset)\b"
)


def _to_do(told: Told) -> Reading | None:
    if re.match(
        r"(?:every|each)\b[^,]*\b(?:we|they|he|she|i|you|the \w+)\s[^,]*$",
        told.matched,
        re.IGNORECASE,
    ):
        return None
    marked = told.heard.lasting or _RULE.search(told.heard.whole)
    waits = re.match(r"(?:whenever|any ?time|as soon|every|each)", told.matched, re.IGNORECASE)
    return order(told) if marked or waits else None


_RULE = Wording(
    r"\b(?:standing (?:instruction|order|rule)|never skip|no exceptions|rule|as a rule|without "
    r"exception|every time|each time|always|whenever|all the time)\b"
)

STANDING_SPOKEN: list[Rule] = rule(
    StatementKind.STANDING_ORDER,
    _to_do,
    (QUESTION, REPORTED, UNMEANT, Wording(r"\b(?:this time|today|tonight|tomorrow|once)\b")),
    rf"{_EVERY}\s*,?\s*(?:please |always |then |also |you |should |make sure (?:to|you) )"
    rf"{{0,4}}{_DO}(?! me\b).*$",
    rf"(?:please |always ){{0,4}}{_DO}(?! me\b)\s+[^,;]{{2,60}}?\s+(?:before|after|whenever|when|"
    rf"every time|each "
    rf"time|once|as soon as|if|at the end of|on every|to every|for every|in every|with every)"
    rf"\s+[^;]{{2,60}}$",
    r"(?:standing (?:instruction|order|rule)|never skip this|house rule)\s*[,:：]\s*(?P<value>.+)$",
    rf"{_DO}(?! me\b)\s+[^;]{{3,80}}$",
    about_work=True,
)
