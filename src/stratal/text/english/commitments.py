"""What the speaker, or their side, has to do at a named time."""

from __future__ import annotations

import re

from stratal.text.english.clauses import asked, begun, governed, opens, undecided
from stratal.text.english.times import TIME, time_in
from stratal.text.own_words import BLANK
from stratal.text.statement_parts import COMMAS, Heard, Reading, Rule, StatementKind, Told, sought

_T = rf"(?<![\w-]){TIME}(?![\w-])"
_BETWEEN = r"[^;:!?\n()\ufffc]{0,90}?"
_PEOPLE = (
    r"(?:son|daughter|wife|husband|mother|father|mum|mom|dad|sister|brother|boss|manager|friend|"
    r"colleague|neighbou?r|kid|child|cousin|uncle|aunt|roommate|flatmate|client|customer|partner|"
    r"girlfriend|boyfriend|professor|tutor|teacher|nephew|niece|gran|grandma|grandpa|grandmother|"
    r"grandfather|landlord|landlady|patient|student|guest|intern|in-?law|parents?|doctor|lawyer|"
    r"accountant|plumber|contractor|team ?mate|buddy|mate|ex|bank|school|company|supplier)"
)
_PASSED = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night|\w+day)|ago|was|were|had|been|did|went|flew|"
    r"met|left|used to|already|every|each|usually|always|often|most|on (?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b",
    re.IGNORECASE,
)
_THOUGHT = re.compile(
    r"\b(?:if|unless|maybe|perhaps|might|could|probably|possibly|not sure|unsure|whether|hope|"
    r"hoping|hopefully|would|wish|thinking|considering|want|wanna|wonder|guess|may|should i|"
    r"should we|can|tentatively|ideally|plan(?:ning)? to|likely|supposedly|considering|tempted|"
    r"love to|like to|can't wait|free|available|bored|dread\w*|hate|love|off(?! to\b)|no (?:plans|"
    r"appointments|meetings)|don't|won't|not|never|nothing|wake up|isn't|aren't)\b",
    re.IGNORECASE,
)
_ASKED_OF_YOU = re.compile(
    r"^(?:i|we)\s?(?:'ll|will|'m going to|am going to)? ?(?:need|want|would like|'d "
    r"like)\s+(?!to\b)|\b(?:need|want|like) you\b|\bremind me\b|^(?:i|we)(?:'ll| will) (?:look|"
    r"check|try|test|think|see|read|let you know|get back|ask|tell you|ping|wait|continue|be back|"
    r"send you|come back|update you|report back)\b|\b(?:question|problem|idea|bug|feeling|craving|"
    r"hunch|doubt|headache)\b",
    re.IGNORECASE,
)


def ahead_of_me(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if BLANK in value or _PASSED.search(value) or _ASKED_OF_YOU.search(value):
        return None
    rest = value.replace(time_in(value), " ")
    if _THOUGHT.search(rest) or re.search(
        rf"^(?:my|our) (?:[\w-]+ ){{0,2}}?{_PEOPLE}(?:'s|s'|s)?\b", value, re.IGNORECASE
    ):
        return None
    return Reading(attribute="", value=value, about_work=False)


def _starts(heard: Heard, found: re.Match[str]) -> bool:
    if re.match(r"(?:i|we)\b", found.group(), re.IGNORECASE):
        return not begun(heard.words, found.start())
    return not opens(heard.words, found.start())


def _limited(heard: Heard, found: re.Match[str]) -> bool:
    """Whether what follows takes it back: "…, if nothing comes between"."""
    after = heard.words[found.end() :]
    return (
        re.match(
            r"\W*(?:if|unless|maybe|perhaps|or (?:maybe|not)|depend\w*|weather permitting|fingers "
            r"crossed|i think|probably|was|were)\b",
            after,
            re.IGNORECASE,
        )
        is not None
    )


_PROMISED = (governed, asked, undecided, _limited)
_MUST = (
    r"(?:(?:also |still |really |actually |just |now |both |all |finally |already )*(?:have to|"
    r"must|need to|'ve got to|have got to|gotta|got to|'ve got|have got|got|'ve promised to|have "
    r"promised to|have|'ll|will|shall|am|'m|are|'re|promised|owe|agreed to|committed to|start|"
    r"begin|finish|fly|leave|travel|move|present|ship|launch|release|go live|arrive|return|come "
    r"back|land|meet|depart|hand in|submit|take|get married|turn|sign|deliver|host|teach|run|join|"
    r"defend|interview|visit|head|close|open|publish|migrate|switch|get|retire|graduate|check in|"
    r"check out|give|play|perform|speak|appear|sit|work|drive|sail|pick up|drop|see|do|demo|go|"
    r"pay))"
)
EVENT = (
    r"(?:appointments?|exams?|interview|meeting|dentist|doctor|surgery|operation|deadline|flight|"
    r"shift|check-?up|test|viva|defen[cs]e|presentation|demo|hearing|court date|audition|driving "
    r"test|scan|mri|physio|haircut|rehearsal|recital|gig|match|game|race|marathon|trip|vacation|"
    r"holiday|wedding|due date|move|call|review|audit|inspection|parents'? evening|parent-teacher "
    r"meeting|conference|workshop|webinar|training|orientation|graduation|closing|viewing|delivery|"
    r"procedure|root canal|biopsy|blood test|vet|vet appointment|job interview|midterm|final|"
    r"finals|quiz|assignment|paper|thesis|essay|report|submission|launch|release|go-live|standup|"
    r"board meeting|ultrasound|fitting|train|bus|ferry|night shift|early shift|late shift|on-call "
    r"shift)"
)
_STOP = r"(?=\s*(?:$|[,;:.!?…—–()\ufffc\U0001F300-\U0001FAFF\u2600-\u27bf]|\s-|\b\w))"

COMMITMENTS: list[Rule] = [
    # I have to hand it in by noon on Thursday; we fly to Osaka June 3rd.
    *sought(
        StatementKind.COMMITMENT,
        ahead_of_me,
        (*_PROMISED, _starts),
        r"\b(?P<value>(?:i|we|the team|my team|our team|my \w+ and "
        rf"i)\s?{_MUST}\b{_BETWEEN}{_T}){_STOP}",
        r"\b(?P<value>(?:my|our)(?: own| next| first| last| final)? "
        rf"{_BETWEEN.replace('90', '50')}\b(?:is|are|starts?|begins?|ends?|expires?|leaves?|"
        r"departs?|takes place|happens|runs out|lands|arrives?|closes|falls|moves?|flies|has to|"
        r"must|needs? to|will|comes? (?:out|up|off|due)|goes|opens|kicks off|got (?:moved|pushed|"
        r"rescheduled|postponed)|has been (?:moved|scheduled|set|booked)|was (?:moved|"
        rf"rescheduled)|due){_BETWEEN.replace('90', '50')}{_T}){_STOP}",
        rf"\b(?P<value>(?:on |by |from |before |come |starting |until )?{_T},? (?:i|"
        rf"we)\s?{_MUST}\b[^,;:.!?\n()]{{3,60}}?)(?=\s*(?:$|[,;:.!?—–(]|\b(?:and|so|but|because|"
        r"which)\b))",
        r"\b(?P<value>(?:i've|i have|i) (?:a|an|the|my|this|another|two|three|some|back-to-back) "
        rf"{_BETWEEN}{_T}){_STOP}",
        rf"\b(?P<value>there(?:'s| is) (?:a|an|my|this|the) {_BETWEEN.replace('90', '40')}(?:i|"
        rf"we) (?:have|need|must|'ve)\b{_BETWEEN.replace('90', '40')}{_T}){_STOP}",
        r"\b(?P<value>(?:got|gotta|got to|need to|have to|must|have|having|flying|due|booked(?: "
        r"in)?|scheduled|on call|on shift|working|presenting|moving|leaving|starting|travell?ing|"
        r"meeting|sitting|defending|operating|performing|teaching|running|playing|interviewing|"
        r"hosting|driving|sailing|speaking|giving|racing|launching|demoing|shipping|closing|"
        r"seeing|taking) (?:a |an |my |the |for |to |out |in |at |on "
        rf")?{_BETWEEN.replace('90', '40')}{_T}){_STOP}",
    ),
    # Dentist tomorrow at 8:15; deadline is Friday noon.
    *sought(
        StatementKind.COMMITMENT,
        ahead_of_me,
        (*_PROMISED, _starts),
        r"\b(?P<value>(?:my |our |got an? |big )*(?:(?!the\b|a\b|an\b|his\b|her\b|their\b|your\b|"
        rf"no\b|is\b|this\b|that\b)[\w-]+ ){{0,2}}?{EVENT}(?:'s)?(?: is| on| at| by| due| coming "
        rf"up| scheduled| booked| for| set)*[:,]? (?:the )?{_T}){_STOP}",
        r"\b(?P<value>(?:(?!the\b|his\b|her\b|their\b|your\b|is\b|are\b|when\b|what\b)[\w'-]+ "
        rf"){{1,4}}due(?: on| by| at| in)? {_T}){_STOP}",
        rf"\b(?P<value>(?:the|our|my) [\w' -]{{2,30}}? (?:needs?|wants?|expects?|is expecting|are "
        r"expecting|is waiting for|are waiting for) (?:our|my|it from (?:me|us)|me to|us "
        rf"to)\b[^,;:!?\n()]{{0,50}}?{_T}){_STOP}",
        r"\b(?P<value>(?:my |our |the )?(?:hard |final |submission )?deadline(?: for [\w' "
        rf"-]{{2,40}}?)?(?:'s| is|:) {_T}){_STOP}",
        rf"\b(?P<value>(?:the|my|our|this) [\w' -]{{2,40}}? (?:has|have|needs?|must|got)(?: to| "
        r"got to)? (?:be |go )?(?:in|done|ready|finished|submitted|filed|paid|handed in|sent|"
        r"delivered|complete|completed|live|out|signed|uploaded|over|with (?:them|the \w+))(?: "
        rf"to [\w ]{{2,20}})?(?: by| before| on| until)? {_T}){_STOP}",
        rf"\b(?P<value>(?:the|this|that|my|our) [\w' -]{{2,40}}? (?:is|are) due(?: in| on| by| "
        rf"at)? {_T}){_STOP}",
    ),
]
