"""What gives a doubt about a statement wherever it stands in an utterance.

It is no reason to leave a thing, but to ask: whoever takes something back, laughs, passes another's
word on, or speaks of a film or of one text in the same breath, may have meant it otherwise.
"""

from __future__ import annotations

from stratal.text.statement_parts import Statement, StatementKind
from stratal.text.wording import Wording

__all__ = ["is_doubtful"]

_TAKEN_BACK = Wording(
    r"\b(?:scrap that|on second thou?ght|never ?mind that|fell through|called off|just kidding|"
    r"(?:only )?kidding|jk|(?:phase|chapter|deal) is over|changed (?:my|our|his|her|their) minds?|"
    r"no longer|not any ?more|(?:got|was|been|is|it's) (?:cancell?ed|postponed|scrapped)|"
    r"back(?:ed|s|ing)? out|back to (?:zero|the drawing board|square one)|or so (?:i|we) thought|"
    r"well,? (?:i|we) (?:did|was|were|had)|(?:wait|hang on|hold on),? (?:no|never ?mind|scratch|"
    r"forget)|before (?:i|we) changed|actually,? no|no,? wait|on reflection|(?:that's|it's|all) "
    r"over now|ignore (?:that|this|what i)|undecided|reconsider\w*|re-?evaluat\w*)\b"
)
_PASSED_ON = (
    r"lyrics?|movies?|films?|novels?|screenplay|sitcom|fables?|proverbs?|adages?|sayings?|idioms?|"
    r"maxims?"
)
_FICTION = Wording(rf"\b(?:{_PASSED_ON}|nursery rhyme|moral of)\b")
_STAGED = Wording(
    rf"\b(?:{_PASSED_ON}|songs?|slogan|templates?|placeholder|dockerfile|character|quote|moral|"
    r"aesop|fortune cookie|horoscope)\b"
)
_FOR_ONCE = Wording(
    r"\b(?:just|only) for (?:this|the|once|now|today|that)\b|\bfor (?:a while|the time being)\b"
)
_A_WHILE = Wording(
    r"\buntil\b|\b(?:for|during|over) (?:lent|ramadan|advent|the (?:week|month|retreat))\b"
)
_OTHERS = Wording(
    r"\bmy (?:old|former|previous|last|ex-?)[ -]?(?:company|job|employer|boss|team|school|"
    r"assistant|flatmate|roommate|office|place)\b|\bused to\b"
)
_WISHED_BY_OTHERS = Wording(
    r"\b(?:my|our|the|his|her|their|an?|some) (?:(?!(?:i|we|you|i'd|we'd)\b)[\w'’-]+ ){1,3}?"
    r"(?:wants?|wanted|would like|would love|wishes|insists?|insisted|prefers?|demands?|requires?|"
    r"asks?|asked|expects?|needs?|told) (?:you|me|us|that|on|to|everyone|everything|all)\b|"
    r"\b(?:he|she|they) (?:wants?|insists?|prefers?|demands?|likes?|expects?) "
)
_ONE_WORK = Wording(
    r"\b(?:in|for|with|when you \w+) (?:this|the|that|these) (?:snippet|exercise|example|function|"
    r"demo|sketch|tutorial|assignment|story|essay|letter|task|poem|translation|text|calculation|"
    r"puzzle|e-?mail|flyer|poster|speech)\b"
)
_TO_OTHERS = Wording(
    r"\bto (?:the|this|that|her|his|their|a|an) (?:customer|client|guest|tenant|landlord|parent|"
    r"teacher|e-?mail|mail|letter|message|review|comment|complaint|person|company|school|ticket)s?\b"
)
_HEDGED = Wording(r"\b(?:sort of|kind of|kinda|more or less|in a way|ish)\s*(?:[.!?,;]|$)")
_ASKED_IN = Wording(
    r"\b(?:answer|reply|respond|explain|say|write)\b[^.!?:\n]{0,30}:\s*(?:what|who|why|how|where|"
    r"when|which|is|are|does|do|can)\b"
)
"""One question is to be answered so: "answer in Italian: what is a noun?"."""
_MEANT = Wording(r"\bi mean(?:t)?\b|\bstar sign\b")
_COULD = Wording(r"\b(?:you|u) could\b")
_SAYING = (
    r"(?:says?|said|sings?|sang|shout(?:s|ed)|whisper(?:s|ed)|yell(?:s|ed)|jok(?:es|ed)|"
    r"claim(?:s|ed)|insist(?:s|ed)|wrote|writes|repl(?:ies|ied)|mutter(?:s|ed)|announc(?:es|ed)|"
    r"told (?:us|me|him|her|them|everyone)|screamed|quips?|quipped)"
)
_SAID_BY = Wording(
    r"[,;—–-]\s*(?:(?:my|the|our|his|her|their|an?|some) [\w'’ -]{2,30}?|he|she|they|mom|mum|dad|"
    rf"gran(?:ny|dma|dpa)?|everyone|people|(?-i:[A-Z])[\w'’]+) {_SAYING}(?: (?:at|on|in|to|from|"
    r"with|as|twice|again|once|and|out|aloud|back|over|yesterday)\b[^.!?,;]{0,40})?\s*(?:[.!?;,]|$)"
    r"|[,;—–-]\s*i (?:told|said to|warned) (?:my|the|him|her|them|an?|our)\b"
    r"|,\s*(?:says|said|sings|sang|goes|went|shouts|shouted|whispers|whispered|writes|wrote|reads) "
    r"(?:the|my|our|a|an|his|her|(?-i:[A-Z])\w+)\b"
)
"""Another's word, though it looked like one's own: "don't write that down, the teacher said"."""
_CODED = Wording(
    r"^[ \t]*(?:import|from|const|let|var|return|export|RUN|FROM|ENV) [^\n]*(?:#|//)|(?:^|\n)[ "
    r"\t]*[\w.-]+ ?[:=] ?\S+[ \t]+(?:#|//)|\w\(\)|(?:^|\s)(?:const|let|var) \w+ ="
)
_ASKED_ABOUT = Wording(r"\bwhat (?:does|do|is|did|would) (?:that|this|it)\b[^.!?]{0,20}\bmean\b")
_TAG = Wording(
    r",\s*(?:can|don|aren|won|isn|doesn|didn|haven|couldn|shouldn|weren|wasn)'t (?:you|i|we|it|"
    r"they|he|she)\s*\?"
)
_LAUGHED = Wording(r"\b(?:ha){2,}h?\b|\blm?fao\b|[\U0001F602\U0001F923]")
_NO_FOOD = Wording(
    r"\b(?:meetings?|mondays?|mornings?|stand-?ups?|bullshit|bs|nonsense|jargon|buzzwords?|drama|"
    r"spreadsheets?|paperwork|small talk|bureaucracy|deadlines?|slack|e-?mails?|work|exercise|"
    r"commitment|hype|stupid\w*|idiots?|homework|politics|flattery|compliments?)\b"
)
"""What one is "allergic" to and cannot eat."""
_ONE_OF_TWO = Wording(
    r"(?:^|[.,;:!—–-]\s*)(?:and |but )?(?:not|no|never) (?-i:[A-Z])\w+|\bsince (?-i:[A-Z])\w+ |"
    r"(?-i:[A-Z])\w+ (?:isn't|is not) (?:allowed|permitted|supported|an option)"
)
"""Another tool is turned down, and was not heard: "for the app: SQLite. Not Postgres"."""
_OF_WAYS = (_TAKEN_BACK, _STAGED, _FOR_ONCE, _OTHERS, _WISHED_BY_OTHERS, _ONE_WORK)
_EVERY = (_SAID_BY, _CODED, _ASKED_ABOUT)
_DOUBTS = {
    StatementKind.NAME: (_TAKEN_BACK, _STAGED, _MEANT, _LAUGHED, _TAG),
    StatementKind.DIET: (_TAKEN_BACK, _STAGED, _A_WHILE, _HEDGED, _LAUGHED, _TAG),
    StatementKind.DECISION: (_TAKEN_BACK, _STAGED, _HEDGED, _TAG),
    StatementKind.COMMITMENT: (_TAKEN_BACK, _STAGED, _TAG),
    StatementKind.LESSON: (_TAKEN_BACK, _STAGED, _TAG),
    StatementKind.REMEMBER: (_ONE_WORK,),
    StatementKind.STANDING_ORDER: (_TAKEN_BACK, _FICTION, _TAG),
    StatementKind.ASK_BEFORE: (_TAKEN_BACK, _FICTION, _WISHED_BY_OTHERS, _TAG),
    StatementKind.PERMISSION: (_TAKEN_BACK, _FICTION, _COULD, _TAG),
    StatementKind.LANGUAGE: (*_OF_WAYS, _TO_OTHERS, _ASKED_IN, _TAG),
    StatementKind.FORMAT: (*_OF_WAYS, _TO_OTHERS, _ASKED_IN, _TAG),
    StatementKind.TOOL: (*_OF_WAYS, _HEDGED, _TAG),
    StatementKind.TIME_ZONE: (*_OF_WAYS, _HEDGED, _TAG),
}
_QUOTES = (("“", "”"), ("「", "」"), ("『", "』"), ("«", "»"))


def is_doubtful(one: Statement, utterance: str) -> bool:
    """Whether something in the utterance shows that the statement may be meant otherwise."""
    if any(one.value.count(opened) != one.value.count(closed) for opened, closed in _QUOTES):
        return True
    if one.kind is StatementKind.DIET and _NO_FOOD.search(one.value):
        return True
    if one.kind is StatementKind.TOOL and not one.not_value and _ONE_OF_TWO.search(utterance):
        return True
    return any(doubt.search(utterance) for doubt in (*_DOUBTS.get(one.kind, ()), *_EVERY))
