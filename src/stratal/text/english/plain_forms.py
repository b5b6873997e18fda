"""The plainest way to say a thing, in a clause of its own: a second witness to the looser rules.

What one rule alone has heard is asked about. These rest on another word of the sentence, or want
the whole clause and no word of doubt before it, and cut their values as the others do.
"""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, bygone, doubted, governed, once, opens, undecided
from stratal.text.english.commitments import EVENT, ahead_of_me
from stratal.text.english.corrections import MARKS_RIGHT, YOU_SAID, righted, righted_alone
from stratal.text.english.formats import form
from stratal.text.english.manners import LASTLY, MANNER, MANY, OF_ANSWERS
from stratal.text.english.times import TIME
from stratal.text.statement_parts import Heard, Rule, StatementKind, sought

LEADS = (
    r"^\W*(?:(?:and|n|but|so|also|ok|okay|hey|hi|hello|oh|ugh|btw|please|pls|right|well|now|again|"
    r"thanks|thank you|sorry|one thing|heads[- ]up|fyi|reminder|note|general preference|preference|"
    r"rule)\b[\s,:.!—–-]*)*"
)
"""The begin of a sentence, but for words that lead up to what it says."""
_OVER = (
    r"(?=\s*(?:$|[,;:!?—–(\ufffc]|\.(?!\d)|\s-\s|[\U0001F300-\U0001FAFF\u2600-\u27bf]|\b(?:and|n|"
    r"but|because|since|so|as|cause|cuz|which|though|while|whereas|unless|even|please|pls|plz|"
    r"thanks|lol|btw)\b))"
)
"""The end of a clause."""
_DOUBTS = re.compile(
    r"\b(?:if|unless|maybe|perhaps|probably|might|could|would|should|whether|suppose|imagine|"
    r"pretend|said|says|told|tells|asked|asks|wrote|writes|heard|thinks?|thought|wish|hope|"
    r"hopefully|used to|translate|example|e\.g|he|she|they|story|film|movie|novel|song)\b",
    re.IGNORECASE,
)


def doubted_before(heard: Heard, found: re.Match[str]) -> bool:
    """Whether any word before it, or in it, might unsay it."""
    return _DOUBTS.search(heard.words[: found.start()]) is not None


def _within(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_PLAIN = (doubted_before, governed, asked, doubted, undecided)

# How answers are to look.

_FORMED = (*_PLAIN, bygone, once)
_ALWAYS = (
    rf"(?:,? ?(?:please|pls|plz|always|only|ever|{LASTLY}|from you|in (?:all|every|each|any) (?:of "
    r"(?:your|ur) )?(?:answers?|repl(?:y|ies)|responses?|messages?)|as a rule|without exception))"
)


def _for_once(heard: Heard, found: re.Match[str]) -> bool:
    """Whether nothing in it says that it is meant of every answer: "shorter, please"."""
    del heard
    return _OF_EVERY.search(found.group()) is None


_OF_EVERY = re.compile(
    r"\b(?:always|ever|from now|going forward|from here|future|by default|rule|every|each|per|all|"
    r"any|with me|answers|replies|responses|messages|summaries|explanations|when(?:ever)? you)\b",
    re.IGNORECASE,
)

FORMATS: list[Rule] = [
    # Metric units in every reply, please: a sentence without a verb.
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _for_once),
        rf"{LEADS}(?P<value>{MANNER})(?: {OF_ANSWERS})?{_ALWAYS}+{_OVER}",
        r"^\W*(?:(?:and|so|please|also|oh)\b[\s,]*)*(?:all )?(?:dates|times|prices|amounts|"
        rf"temperatures|distances|quantities|weights|measurements|numbers|{OF_ANSWERS})(?: to "
        rf"me)? (?:in|as|with|under) (?P<value>{MANNER}){_ALWAYS}+{_OVER}",
        rf"{LEADS}(?P<value>{MANNER}) (?:per|for each|for every|in each|in every) (?:answer|reply|"
        r"response|message)(?=\s*(?:$|[,.;!—–]|unless\b|please\b|and\b|that\b))",
        hint=r"\b(?:always|only|from|in|when|every|each|per|for|with|please|pls|plz|rule|ever)\b",
    ),
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _within),
        r"\b(?:dates|times|prices|amounts|temperatures|distances|quantities|weights|measurements|"
        rf"numbers|{OF_ANSWERS})(?: (?:in|of) (?:all |any )?(?:your|ur) \w+| you \w+(?: to)?(?: "
        r"me)?)? (?:should|must|have to|need to|are to|ought to)(?: always| all| only)*(?: be| "
        r"come| stay| read| go| appear)?(?: written| given| kept| shown)?(?: in| as| at| "
        rf"with)?\s+(?P<value>{MANNER})(?: only)?,?(?: always| please)?{_OVER}",
        r"\b(?P<value>(?:no|never(?: use| any)?|don't (?:use|add|put)|stop using|skip|avoid|drop|"
        rf"lose|ditch)(?: any| the)? {MANY}),? (?:for good|ever again|ever|always|from now on|any "
        r"?more|going forward)\b",
        r"\b(?:always|from now on,?|please always|only ever)\s+(?:write|answer|reply|respond|"
        r"explain|talk|speak|give|show|state|list|express|quote|put)(?: to me| me| back| "
        r"everything| things| (?:all )?(?:hours|times|dates|numbers|prices|temperatures|distances|"
        r"amounts|measurements|weights|quantities))*\s+(?:in|with|using|"
        rf"as)\s+(?P<value>(?:the )?{MANNER})(?: (?:to|for) me)?{_OVER}",
        # Answer me in bullet points from now on.
        r"\b(?:write|answer|reply|respond|explain|talk|speak)(?: to me| me| back| everything| "
        rf"things)*\s+(?:in|with|using|as)\s+(?P<value>{MANNER})(?:,? (?:please|{LASTLY}|always|"
        rf"every time))+{_OVER}",
        r"\b(?:i|i'd)(?: would)?(?: always| really| only)* (?:want|need|like|prefer) (?:it|them|"
        rf"everything|those|numbers|figures) (?:in|as|under|with)\s+(?P<value>{MANNER}){_OVER}",
        r"\b(?:with me|for me|in your answers|in your replies),? (?:please )?(?:always )?(?:be|"
        rf"stay|keep it|remain|sound) (?P<value>{MANNER})(?: always| as a rule| please)*{_OVER}",
        rf"\b(?:please )?(?:always )?(?:be|stay|remain|sound) (?P<value>{MANNER}) (?:with me|when "
        r"(?:you|talking|answering))\b",
        r"\b(?:keep|make) (?:all |every |each |any )+(?:of )?(?:your |the )?(?:answers?|repl(?:y|"
        r"ies)|responses?|explanations?|messages?|summar(?:y|ies))(?: to me)?(?: to| at| in)? "
        rf"(?P<value>{MANNER}){_OVER}",
        r"\b(?P<value>(?:no|never(?: use| any)?|don't (?:use|add|put)|stop using|skip|avoid)(?: "
        rf"any| the)? {MANY})(?:,? (?:please|at all|ever|thanks))*,? (?:in|with|from|"
        r"when)\s+(?:(?:any of |all |any )?(?:your|ur)\b|anything you|everything you|every|me\b|"
        r"you\b|answering|replying)",
    ),
]

# What is to be done at a time.

_T = rf"(?:(?:on|at|by|in|from|until|before|for|this|next)\s+)?(?<![\w-]){TIME}(?![\w-])"
_TILL = (
    r"(?=\s*(?:$|[,;:!?…—–()\ufffc\U0001F300-\U0001FAFF\u2600-\u27bf]|\.(?!\d)|\s-\s|\b(?:and|n|"
    r"but|so|because|to|for|with|cause|cuz|which|in|at|between|around|after|lol|btw|ugh|please|"
    r"then|or)\b))"
)
_THINGS = (
    r"(?:(?!(?:when|if|who|that|which|what|and|but|or|not|never|was|were|did)\b)[\w'’&/-]+\s+)"
)

COMMITMENTS: list[Rule] = [
    # I've got the vet coming on the 14th; whatever is to be done, nothing stands between.
    *sought(
        StatementKind.COMMITMENT,
        ahead_of_me,
        (*_PLAIN, _within),
        r"\b(?P<value>(?:i|we)\s?(?:(?:'ve|'m|'re|'ll|ve|m|ll|have|am|are|will|must|need|got|"
        r"gotta|promised|owe|start|leave|fly|move|present|launch|begin|finish|travel|play|sing|"
        r"perform|speak|teach|run|race|sit|take|give|host|meet|see|visit|drive|go|sail|defend|"
        r"sign|pay|return|retire|graduate|open|close|ship|deliver|"
        rf"submit)\b)\s*(?:to\s+)?{_THINGS}{{0,14}}?{_T}){_TILL}",
        r"\b(?P<value>(?:my|our) (?:(?!(?:is|are|has|have|and|but|who|which|"
        rf"that)\b)[\w'’&/-]+\s+){{1,7}}?(?:is|are|starts?|begins?|ends?|expires?|runs out|goes "
        r"(?:out|live)|takes place|happens|lands|arrives?|leaves?|departs?|closes|opens|falls "
        rf"due|comes up)\s+{_T}){_TILL}",
    ),
    # Exam on Friday at 9: a sentence that begins with it.
    *sought(
        StatementKind.COMMITMENT,
        ahead_of_me,
        _PLAIN,
        r"^\W*(?:(?:and|so|ok|okay|hey|hi|oh|ugh|btw|well|right|fyi|reminder|"
        r"note)\b[\s,:.!]*)*(?P<value>(?:have to|got to|gotta|need to|must|got (?:an?|my|the|two|"
        r"some|another)|on call|(?!(?:being|going|thinking|trying|looking|considering|hoping|"
        r"planning|wondering|feeling|doing|dying|having|nothing|something|anything|everything|"
        rf"morning|evening|asking)\b)[a-z]+ing)\s+{_THINGS}{{0,12}}?{_T}){_TILL}",
        r"^\W*(?:(?:and|so|ok|okay|hey|hi|oh|ugh|btw|well|right|fyi|reminder|"
        r"note)\b[\s,:.!]*)*(?P<value>(?:my |our |got an? )?(?:(?!(?:the|an?|his|her|their|your|"
        r"no|is|this|that|schedule|book|arrange|set|plan|organi[sz]e|add|put|move|cancel|remind|"
        rf"find|make|prepare|create|write)\b)[\w'-]+ ){{0,2}}?{EVENT}(?:'s| is| starts| begins| "
        rf"are)?(?: set| booked| scheduled| due)?(?: for)?\s+{_T}){_TILL}",
        rf"{LEADS}(?P<value>(?:(?!(?:the|an?|his|her|their|your|is|are|when|what|it|"
        rf"they)\b)[\w'-]+ ){{1,4}}due {_T}){_TILL}",
    ),
]

# What is put right.

_EXACT = (
    r"(?:(?:the|an?|room|gate|floor|year|unit|chapter|version|page|number|no\.?|line|platform|"
    r"track|building|apartment|flat|day)\s+)?(?=[^\s,;:!?]*[\d\u00c0-\u00de]|"
    r"(?-i:[A-Z]))[^\s,;:!?()]*[\w%°$€£](?:\s(?:[ap]\.?m\b|%|°\w?|(?-i:[A-Z])[\w'’-]*|\d[\w.:]*|"
    r"minor|major|euros?|dollars|pounds|minutes|seconds|hours|days|km|kg|mg|ml|degrees))?"
)
_V, _N = rf"(?P<value>{_EXACT})", rf"(?P<other>{_EXACT})"
_PREP = r"(?:(?:in|on|at|by|from|to|with|called|named)\s+)?"
_STOP = (
    r"(?=\s*(?:$|[,;:!?—–(\ufffc]|\.(?!\d)|\b(?:and|but|so|because|as|like|which|though|earlier|"
    r"before|sorry)\b))"
)

CORRECTIONS: list[Rule] = sought(
    StatementKind.CORRECTION,
    righted,
    (governed, asked),
    # Year 4, not year 5 as I wrote.
    rf"(?<![\w'-]){_V}\s*[,;—–-]*\s*(?:and )?not\s+{_PREP}{_N},? (?:as|like) (?:i|you)(?:'d|'ve| "
    r"had| have)? (?:wrote|said|told|had|put|thought|assumed|written|typed)\b",
    # My mistake: …, Nikon, not Canon: whatever stands between.
    rf"^{MARKS_RIGHT}[^.!?]{{0,90}}?(?<![\w'-]){_V}\s*[,;—–-]*\s*(?:and )?(?:not|rather than|"
    rf"instead of)\s+{_PREP}{_N}{_STOP}",
    # It's 7%, I said 19% earlier.
    rf"(?<![\w'-]){_V}\s*[,;.—–-]+\s*(?:and |but |though |sorry,? )?{YOU_SAID}\s+{_PREP}{_N}(?: "
    rf"(?:earlier|before|above|by mistake|first))?{_STOP}",
    # I said 19%, it's 7%.
    rf"(?<![\w']){YOU_SAID}\s+(?:[\w' ]{{2,40}}?\s)?{_N}\s*[,;.—–-]+[^,;.!?]{{0,40}}?[,;.—–-]?\s*("
    r"?:it|that|they|we|he|she)(?:'s|'re| is| are| have| need| should be)\s+(?:actually |really "
    rf")?{_PREP}{_V}{_STOP}",
    hint=r"\bnot\b|\binstead\b|\brather\b|\b(?:you|i)\b",
)

_STRONGLY = re.compile(
    r"\b(?:corrections?|misspoke|mistyped|misread|misheard|misremembered|miscounted|mixed|swapped|"
    r"typo|mistake|wrong|incorrect|scratch|corrected|not (?:quite )?right|outdated|error)\b",
    re.IGNORECASE,
)


def _hardly(heard: Heard, found: re.Match[str]) -> bool:
    """Whether no strong word says that something is put right: "sorry, I have 2 kids"."""
    return _STRONGLY.search(heard.words[: found.start("value")]) is None


_SUBJECT = (
    r"(?:(?:it|that|this|they|there|he|she|we|i|(?:the|my|our|his|her|its) [\w' -]{2,40}?|"
    r"(?-i:[A-Z])[\w'-]+)(?:'s|'re|'m|'ve|\s(?:is|are|was|were|am|has|have|ends in|starts (?:at|"
    r"on)|ends (?:at|on)|lives in|costs|should be))\s+(?:actually |really |called |named |spelled "
    r")?)"
)

CORRECTIONS += sought(
    StatementKind.CORRECTION,
    righted_alone,
    (governed, asked, _hardly),
    # You've got the pier wrong. It's Pier 6.
    rf"^{MARKS_RIGHT}[\s,:;.!—–-]+(?:(?:and|but|so|turns out|it turns "
    rf"out)[\s,]+)*{_SUBJECT}{_PREP}(?P<value>(?:{_EXACT}|\d[^\s,;:!?]*(?:\s[\w%°]+){{1,2}}|"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) \w+))(?=\s*(?:$|[,;!—–(]|"
    r"\.(?!\d)|\b(?:and|but|so|because|not|in the|as)\b))",
)
