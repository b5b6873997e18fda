"""The plainest way to say a thing, in a clause of its own: a second witness to the looser rules.

What one rule alone has heard is asked about. These rest on another word of the sentence, or want
the whole clause and no word of doubt before it, and cut their values as the others do.
"""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, bygone, doubted, governed, once, opens, undecided
from stratal.text.english.commitments import EVENT, ahead_of_me
from stratal.text.english.corrections import MARKS_RIGHT, YOU_SAID, righted
from stratal.text.english.decisions import choice
from stratal.text.english.deeds import ACTION, ACTS, leave, to_do
from stratal.text.english.formats import form
from stratal.text.english.manners import LASTLY, MANNER, MANY, OF_ANSWERS
from stratal.text.english.names import LOWER, NICK, called
from stratal.text.english.times import TIME
from stratal.text.statement_parts import Heard, Rule, StatementKind, sought

_LEADS = (
    r"^\W*(?:(?:and|n|but|so|also|ok|okay|hey|hi|hello|oh|ugh|btw|please|pls|right|well|now|again|"
    r"thanks|thank you|sorry|one thing|heads[- ]up|fyi|reminder|note|general preference|"
    r"preference|rule)\b[\s,:.!—–-]*)*"
)
"""The begin of a sentence, but for words that lead up to what it says."""
_OVER = (
    r"(?=\s*(?:$|[,;:!?—–(\ufffc]|\.(?!\d)|\s-\s|[\U0001F300-\U0001FAFF\u2600-\u27bf]|\b(?:and|n|"
    r"but|"
    r"because|since|so|as|cause|cuz|which|though|while|whereas|unless|even|please|pls|plz|thanks|"
    r"lol|btw)\b))"
)
"""The end of a clause."""
_DOUBTS = re.compile(
    r"\b(?:if|unless|maybe|perhaps|probably|might|could|would|should|whether|suppose|imagine|"
    r"pretend|said|says|told|tells|asked|asks|wrote|writes|heard|thinks?|thought|wish|hope|"
    r"hopefully|used to|translate|example|e\.g|he|she|they|story|film|movie|novel|song)\b",
    re.IGNORECASE,
)


def _doubted_before(heard: Heard, found: re.Match[str]) -> bool:
    """Whether any word before it, or in it, might unsay it."""
    return _DOUBTS.search(heard.words[: found.start()]) is not None


def _within(heard: Heard, found: re.Match[str]) -> bool:
    return not opens(heard.words, found.start())


_PLAIN = (_doubted_before, governed, asked, doubted, undecided)

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
    r"any|"
    r"with me|answers|replies|responses|messages|summaries|explanations|when(?:ever)? you)\b",
    re.IGNORECASE,
)

FORMATS: list[Rule] = [
    # Metric units in every reply, please: a sentence without a verb.
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _for_once),
        rf"{_LEADS}(?P<value>{MANNER})(?: {OF_ANSWERS})?{_ALWAYS}+{_OVER}",
        rf"{_LEADS}(?P<value>{MANNER}) (?:per|for each|for every|in each|in every) (?:answer|reply|"
        rf"response|message)(?=\s*(?:$|[,.;!—–]|unless\b|please\b|and\b|that\b))",
        hint=r"\b(?:always|only|from|in|when|every|each|per|for|with|please|pls|plz|rule|ever)\b",
    ),
    *sought(
        StatementKind.FORMAT,
        form,
        (*_FORMED, _within),
        r"\b(?:dates|times|prices|amounts|temperatures|distances|quantities|weights|measurements|"
        rf"numbers|{OF_ANSWERS})(?: (?:in|of) (?:all |any )?(?:your|ur) \w+| you \w+(?: to)?(?: "
        r"me)?)? "
        r"(?:should|must|have to|need to|are to|ought to)(?: always| all| only)*(?: be| come| stay|"
        r" read| go| appear)?(?: written| given| kept| shown)?(?: in| as| at| with)?\s+"
        rf"(?P<value>{MANNER})(?: only)?,?(?: always| please)?{_OVER}",
        r"\b(?:always|from now on,?|please always|only ever)\s+(?:write|answer|reply|respond|"
        r"explain|"
        r"talk|speak)(?: to me| back| everything| things)*\s+(?:in|with|using|as)\s+"
        rf"(?P<value>{MANNER}){_OVER}",
        r"\b(?:i|i'd)(?: would)?(?: always| really| only)* (?:want|need|like|prefer) (?:it|them|"
        rf"everything|those|numbers|figures) (?:in|as|under|with)\s+(?P<value>{MANNER}){_OVER}",
        r"\b(?:with me|for me|in your answers|in your replies),? (?:please )?(?:always )?(?:be|"
        r"stay|"
        rf"keep it|remain|sound) (?P<value>{MANNER})(?: always| as a rule| please)*{_OVER}",
        r"\b(?:please )?(?:always )?(?:be|stay|remain|sound) "
        rf"(?P<value>{MANNER}) (?:with me|when (?:you|talking|answering))\b",
        r"\b(?:keep|make) (?:all |every |each |any )+(?:of )?(?:your |the )?(?:answers?|repl(?:y|"
        r"ies)|"
        r"responses?|explanations?|messages?|summar(?:y|ies))(?: to me)?(?: to| at| in)? "
        rf"(?P<value>{MANNER}){_OVER}",
        r"\b(?P<value>(?:no|never(?: use| any)?|don't (?:use|add|put)|stop using|skip|avoid)(?: "
        r"any| "
        rf"the)? {MANY})(?:,? (?:please|at all|ever|thanks))*,? (?:in|with|from|when)\s+(?:(?:any "
        r"of |"
        r"all |any )?(?:your|ur)\b|anything you|everything you|every|me\b|you\b|answering|"
        r"replying)",
    ),
]

# What is to be done at a time.

_T = rf"(?:(?:on|at|by|in|from|until|before|for|this|next)\s+)?(?<![\w-]){TIME}(?![\w-])"
_TILL = (
    r"(?=\s*(?:$|[,;:!?…—–()\ufffc\U0001F300-\U0001FAFF\u2600-\u27bf]|\.(?!\d)|\s-\s|\b(?:and|n|"
    r"but|so|"
    r"because|to|for|with|cause|cuz|which|in|at|lol|btw|ugh|please|then|or)\b))"
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
        r"\b(?P<value>(?:i|we)\s?(?:(?:'ve|'m|'re|'ll|ve|m|ll|have|am|are|will|must|need|got|gotta|"
        r"promised|owe|start|leave|fly|move|present|launch|begin|finish|travel)\b)\s*(?:to\s+)?"
        rf"{_THINGS}{{0,14}}?{_T}){_TILL}",
        r"\b(?P<value>(?:my|our) (?:(?!(?:is|are|has|have|and|but|who|which|"
        r"that)\b)[\w'’&/-]+\s+){1,7}?"
        r"(?:is|are|starts?|begins?|ends?|expires?|runs out|goes (?:out|live)|takes place|happens|"
        rf"lands|arrives?|leaves?|departs?|closes|opens|falls due|comes up)\s+{_T}){_TILL}",
    ),
    # Exam on Friday at 9: a sentence that begins with it.
    *sought(
        StatementKind.COMMITMENT,
        ahead_of_me,
        _PLAIN,
        r"^\W*(?:(?:and|so|ok|okay|hey|hi|oh|ugh|btw|well|right|fyi|reminder|note)\b[\s,:.!]*)*"
        r"(?P<value>(?:have to|got to|gotta|need to|must|got an?|on call|(?!(?:being|going|"
        r"thinking|"
        r"trying|looking|considering|hoping|planning|wondering|feeling|doing|dying|having|nothing|"
        r"something|anything|everything|morning|evening|asking)\b)[a-z]+ing)\s+"
        rf"{_THINGS}{{0,12}}?{_T}){_TILL}",
        r"^\W*(?:(?:and|so|ok|okay|hey|hi|oh|ugh|btw|well|right|fyi|reminder|note)\b[\s,:.!]*)*"
        r"(?P<value>(?:my |our |got an? )?(?:(?!(?:the|an?|his|her|their|your|no|is|this|that|"
        r"schedule|book|"
        r"arrange|set|plan|organi[sz]e|add|put|move|cancel|remind|find|make|prepare|create|"
        r"write)\b)"
        rf"[\w'-]+ ){{0,2}}?{EVENT}(?:'s| is| starts| begins|"
        rf" are)?(?: set| booked| scheduled| due)?(?: for)?\s+{_T}){_TILL}",
    ),
]

# What is put right.

_EXACT = (
    r"(?:(?:the|an?|room|gate|floor|year|unit|chapter|version|page|number|no\.?|line|platform|"
    r"track|"
    r"building|apartment|flat|day)\s+)?(?=[^\s,;:!?]*[\d\u00c0-\u00de]|(?-i:[A-Z]))[^\s,;:!?()]*"
    r"[\w%°$€£](?:\s(?:[ap]\.?m\b|%|°\w?|(?-i:[A-Z])[\w'’-]*|\d[\w.:]*|minor|major|euros?|dollars|"
    r"pounds|minutes|seconds|hours|days|km|kg|mg|ml|degrees))?"
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
    r"had|"
    r" have)? (?:wrote|said|told|had|put|thought|assumed|written|typed)\b",
    # My mistake: …, Nikon, not Canon: whatever stands between.
    rf"^{MARKS_RIGHT}[^.!?]{{0,90}}?(?<![\w'-]){_V}\s*[,;—–-]*\s*(?:and )?(?:not|rather than|"
    r"instead "
    rf"of)\s+{_PREP}{_N}{_STOP}",
    # It's 7%, I said 19% earlier.
    rf"(?<![\w'-]){_V}\s*[,;.—–-]+\s*(?:and |but |though |sorry,? )?{YOU_SAID}\s+{_PREP}{_N}(?: "
    rf"(?:earlier|before|above|by mistake|first))?{_STOP}",
    # I said 19%, it's 7%.
    rf"(?<![\w']){YOU_SAID}\s+(?:[\w' ]{{2,40}}?\s)?{_N}\s*[,;.—–-]+[^,;.!?]{{0,40}}?[,;.—–-]?\s*(?"
    r":it|that|"
    r"they|we|he|she)(?:'s|'re| is| are| have| need| should be)\s+(?:actually |really "
    rf")?{_PREP}{_V}{_STOP}",
    hint=r"\bnot\b|\binstead\b|\brather\b|\b(?:you|i)\b",
)

# What was decided.

_DECIDED = (_doubted_before, governed, asked, doubted, undecided)
_THING = r"(?P<value>(?:(?!and\b|but\b|because\b)[^\s,;:!?…—–()\ufffc]+\s?){1,9}?)"

DECISIONS: list[Rule] = sought(
    StatementKind.DECISION,
    choice,
    _DECIDED,
    r"\b(?:i|we)(?:'ve| have)?(?: finally| now)? made up (?:my|our) minds?\s*[,:;.—–-]+\s*(?:and )?"
    r"(?P<value>(?:i'm|we're|i'll|we'll|i am|we are|i will|we will) [^,;:!?—–()]{3,60}?)(?=\s*(?:$|"
    r"[,;!?—–(]|"
    r"\.(?!\d)|\b(?:and|but|because|so)\b))",
    r"\b(?:the|our|my)(?: final| team)? (?:decision|verdict|plan) is(?: that| to)? "
    rf"{_THING}(?=\s*(?:$|[,;!?—–(]|"
    r"\.(?!\d)|\b(?:and|but|because|since|so|for the|which)\b))",
    rf"{_LEADS}(?:it's |that's |now it's )?(?:decided|settled|agreed|"
    rf"final)\s*[:,—–-]\s*{_THING}(?=\s*(?:$|"
    r"[,;!?—–(]|\.(?!\d)|\b(?:and|but|because|since|so|for the|which)\b))",
)

# What may be done.

_SPARED = (
    r"\b(?:no need|(?:don't|do not|needn't|never|no longer) (?:need |have )?(?:to )?(?:my|ask|"
    r"check|"
    r"wait|confirm|ping)|without (?:asking|checking|my)|no (?:confirmation|approval|permission|"
    r"questions))"
)

PERMISSIONS: list[Rule] = sought(
    StatementKind.PERMISSION,
    leave,
    (governed, asked, doubted, bygone, once, _doubted_before),
    r"\b(?:feel free to|go ahead and|you(?:'re| are) (?:free|welcome|allowed) to|you (?:can|"
    r"may)(?: "
    rf"just| always| now| simply)?)\s+{ACTION}(?=\s*(?:$|[,;!—–(]|\.(?!\d)|whenever\b|when\b|any "
    r"?time\b|"
    r"without\b|if\b|because\b|and\b|as\b))",
    hint=_SPARED,
)

# What is to be done from now on.

_RUN = r"[^;!?\n\ufffc]{2,140}?"
_CLOSE = r"(?=\s*(?:$|[.!?](?!\w)|;|—|, (?:please|thanks|i |we |no |every )))"

STANDING: list[Rule] = sought(
    StatementKind.STANDING_ORDER,
    to_do,
    (_doubted_before, asked, bygone, once),
    r"\b(?:job|task|rule|order|instruction|habit|request|thing|chore|duty)(?: for "
    r"you)?\s*[:—–-]\s*"
    r"(?P<value>(?:whenever|when|if|every|each|after|before|as soon as|always|never|"
    rf"on)\b{_RUN}){_CLOSE}",
    rf"{_LEADS}(?P<value>(?:every|each) (?:single )?(?:morning|evening|night|day|week|month|monday|"
    r"tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|hour)(?: at \w+)?,?\s+(?:please )?(?:send|give|"
    r"remind|email|"
    rf"text|message|brief|tell|show|ping) (?:me|us)\b{_RUN}){_CLOSE}",
    rf"{_LEADS}(?:from now on|going forward|in future),?\s+(?:please )?(?:always "
    rf")?(?P<value>(?:{ACTS})\b(?! "
    rf"me\b){_RUN}){_CLOSE}",
)

# How they are called.

ADDRESSES: list[Rule] = sought(
    StatementKind.NAME,
    called,
    (governed, asked, doubted, bygone, once, _doubted_before),
    rf"{_LEADS}(?:(?:you|u|ya)(?: can| may| could| should)? )?(?:please |just |always |simply "
    r")*(?:call|"
    rf"address|greet|refer to) me (?:as |by )?(?:just )?{NICK}(?=\s*(?:$|[,.;!—–(]|please\b|"
    r"when\w*\b|from "
    r"now\b|every\b|always\b|in\b|not\b|and\b|instead\b))",
    r"\b(?:you|u|ya) (?:can|may|should) (?:just |also |always )*call me "
    rf"{LOWER}\s*[,;—–-]+\s*(?:every1|"
    r"everyone|everybody|most|all|my (?:friends|mates|family|team)|friends|they|people|ppl|like)\b",
    r"\b(?:everyone|every1|everybody|ppl|people|my (?:friends|mates|family)|they) calls? me "
    rf"{LOWER},? so\b",
)
