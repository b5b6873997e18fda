"""Whether two texts say the same, decided by rule.

Similarity of vectors proposes; it never decides. Two sentences may be alike to the third decimal
and differ in the one number that matters, and a negation hardly moves a vector. So what differs in
a number, a date, an identifier, a name or a negation is never one statement, and what differs in
nothing but case, width, punctuation, articles, short forms ("don't"), how a number is spelled, what
leads up to it ("as you said, …", 我记得…) and white space always is.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from stratal.core.canonical import digest
from stratal.text.memory_marks import bare
from stratal.text.quotation import NEGATIONS, fold, names, numbers
from stratal.text.tokens import terms

_ARTICLES = frozenset(("a", "an", "the", "please"))
# Beside these, every word that two texts differ in may turn one against the other.
_FILLERS = frozenset(("is", "are", "that"))
# "Even" rows are some of them; "even the" rows are all. "Not very" is less than "not". 也门 is a
# country.
_EMPHASIS = re.compile(
    r"(?<!\bnot )(?<!n['’]t )(?<!\bnever )(?<!\bno )"
    r"\b(?:(?:really|very|also|truly|quite|definitely|absolutely|certainly)\b(?!,)"
    r"|so(?= \w)(?! (?:that|as|far|long|much|many|on|called)\b)"
    r"|even(?= (?:an?|the|my|our|your|his|her|its|their|this|that|these|those|in|on|at|by|with"
    r"|little|small|tiny|simple)\b))"
    r"|(?<![不没别未无])(?:真的|非常|确实|其实|很|也(?!门)|(?:特别|挺|超级?)(?=[喜爱想怕好]))",
    re.IGNORECASE,
)
_HAN_PARTICLES = re.compile("[的吧呢啊呀嘛哦哈请]")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_HAN}]|--?(?=\w)|[^\W_{_HAN}]+(?:['’._/:@-]+[^\W_{_HAN}]+)*(?:\+\+|\#)?")
_DATE = re.compile(
    r"\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}月(?:\d{1,2}[日号])?"
    r"|\d{1,2}[日号]|\b\d{1,2}(?:st|nd|rd|th)\b|(?:星期|周|礼拜)[一二三四五六日天]"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|今天|明天|昨天|后天|前天"
    r"|\b(?:today|tomorrow|yesterday)\b"
    r"|\b(?:jan|febr)uary\b|\b(?:march|april|june|july|august)\b|\b(?:sept|nov|dec)ember\b"
    r"|\b(?:october|may \d{1,2})\b",
    re.IGNORECASE,
)


def same_statement(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same in all but the same words.

    The order of words counts: "Ana manages Ben" is not "Ben manages Ana".
    """
    one, other = _said(a), _said(b)
    equal = one == other or _turned(a) == other or one == _turned(b)
    return bool(one) and equal and differs_in(a, b) is None


def near_statement(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same in nearly the same words.

    They may differ in fillers, emphasis ("really", "even the", 很, 真的) and a final "s". Every
    other word counts, and so does the order.
    """
    if same_statement(a, b):
        return True
    a, b = _unstressed(a), _unstressed(b)
    one, other = _near(_said(a)), _near(_said(b))
    equal = one == other or _near(_turned(a)) == other or one == _near(_turned(b))
    said = bool(one) and bool(other)
    return said and equal and differs_in(a, b) is None and not contradicts(a, b)


def near_key(text: str) -> tuple[str, ...]:
    """Words that near statements have in common: what has others is near to none of these.

    Empty for a text without words.
    """
    words = _near(_said(_unstressed(text))) or tuple(_said(text))
    if not 1 < len(words) <= _TURNED_AT_MOST:
        return words
    # Two clauses in the other order are the same words, begun elsewhere.
    return min(words[at:] + words[:at] for at in range(len(words)))


_TURNED_AT_MOST = 60
"""Words of a text that is compared in the other order of its clauses, too."""


def _near(words: list[str] | None) -> tuple[str, ...]:
    """Words without fillers, each in the singular; all of them where nothing else is said."""
    if not words:
        return ()
    return tuple(_singular(word) for word in words if word not in _FILLERS) or tuple(words)


def differs_in(a: str, b: str) -> str | None:
    """The kind of the first difference that forbids taking `a` and `b` for one statement.

    "date", "number", "identifier", "name" or "negation"; None if they differ in none of these.
    """
    a, b = _plain(a), _plain(b)
    if _dates(a) != _dates(b):
        return "date"
    if _numbers(a) != _numbers(b):
        return "number"
    strange = _strange_names(a, b) + _strange_names(b, a)
    if any(not name.isalpha() for name in strange):
        return "identifier"
    if strange:
        return "name"
    if _denies(a) != _denies(b):
        return "negation"
    return None


def contradicts(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same but for one date, number, identifier or negation.

    A name is no contradiction: that Ana moved says nothing about where Ben lives. Nor are two
    differences: box 1 holding item 5 does not deny that box 2 holds item 6.
    """
    if differs_in(a, b) is None or _frame(a) != _frame(b):
        return False
    return sum(_apart(part(_plain(a)), part(_plain(b))) for part in _COMPARED) == 1


# A record that is written is looked for by it, and then indexed under it.
@lru_cache(maxsize=8)
def frame_key(text: str) -> str:
    """One term for all texts that could say the same as `text`, or contradict it.

    An index that holds it finds those few without comparing every text; no query of words meets it.
    """
    return "=" + digest(" ".join(sorted(_frame(text))))[:16]


def _frame(text: str) -> list[str]:
    """The words of a text without what `contradicts` compares."""
    plain = NEGATIONS.sub(" ", _DATE.sub(" ", _plain(_unstressed(text))))
    return [term for term in terms(_HAN_PARTICLES.sub("", plain)) if term.isalpha()]


_SHORT = (
    (re.compile(r"(?i)\bcan(?:'t|not)\b"), "can not"),
    (re.compile(r"(?i)\bwon't\b"), "will not"),
    (re.compile(r"(?i)\b(is|are|was|were|do|does|did|has|have|had|would|could|should|must)n't\b"),
     r"\1 not"),
    (re.compile(r"(?i)\bI'm\b"), "I am"),
    (re.compile(r"(?i)\b(it|that|there|he|she|what|who|where)'s\b"), r"\1 is"),
    (re.compile(r"(?i)\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"(?i)\b(i|you|we|they)'ve\b"), r"\1 have"),
    (re.compile(r"(?i)\b(i|you|we|they|he|she|it)'ll\b"), r"\1 will"),
)  # fmt: skip
_SPELLED = {
    word: str(value)
    for value, word in enumerate("two three four five six seven eight nine ten".split(), start=2)
} | {"ok": "okay", "thank you": "thanks"}
_SPELLED_WORD = re.compile(rf"(?i)\b(?:{'|'.join(_SPELLED)})\b")
# Nobody is told not to know something: what begins so has lost its "I".
_ELIDED = re.compile(r"^I (?=(?:do not know|can not)\b)", re.IGNORECASE)
_APOSTROPHE = re.compile(r"(?<=\w)[`´‘’ʼ′＇](?=\w)")
_COMMA = re.compile(r"\s*(?:,\s+|，)\s*")
_INTERJECTION = re.compile(
    r"^(?:(?:(?:oh|hey|hi|hello|well|wow|yes|yeah|ok|okay|so|also|btw|fyi|ah|aw+|haha)\b"
    r"|嗯|哦|哇|哎呀?|对了|好的?)"
    r"[ ,，!！.。]+)+(?=\w)",
    re.IGNORECASE,
)


# A record is compared with several that are like it, in more than one respect.
@lru_cache(maxsize=64)
def _plain(text: str) -> str:
    """`text` in the form in which two wordings of one thing are compared."""
    text = _APOSTROPHE.sub("'", text)
    plain = bare(_INTERJECTION.sub("", bare(fold(text))))
    if "'" in plain or "cannot" in plain.casefold():
        for short, whole in _SHORT:
            plain = short.sub(whole, plain)
    plain = _SPELLED_WORD.sub(lambda found: _SPELLED[found.group().casefold()], plain)
    return _ELIDED.sub("", plain)


def _unstressed(text: str) -> str:
    # A space among Chinese words would part them where nothing parts them in the other text.
    return _EMPHASIS.sub(lambda found: " " if found.group().isascii() else "", text)


def _said(text: str) -> list[str]:
    words = [word.casefold() for word in _WORD.findall(_HAN_PARTICLES.sub("", _plain(text)))]
    return [word for word in words if word not in _ARTICLES]


def _turned(text: str) -> list[str] | None:
    """The words of a text of two parts in the other order: "Thanks, Ana" is "Ana, thanks"."""
    parts = _COMMA.split(_plain(text))
    return [*_said(parts[1]), *_said(parts[0])] if len(parts) == 2 else None


def _dates(text: str) -> list[str]:
    return sorted(match.casefold() for match in _DATE.findall(text))


def _numbers(text: str) -> list[str]:
    return sorted(numbers(_DATE.sub(" ", text)))


def _strange_names(text: str, other: str) -> list[str]:
    """Names and identifiers of `text` that are no words of `other`, however they are written."""
    known = set(terms(other))
    same = {name.casefold() for name in names(other)}
    # A small word that only begins the one sentence may stand anywhere in the other.
    same.update(word.casefold() for word in _WORD.findall(other))
    return [
        name
        for name in names(text)
        if name.casefold() not in same and not known.issuperset(terms(name)[:1])
    ]


def _singular(word: str) -> str:
    """A longer word without its final "s"; no other ending: "used" is not "use"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "su" else word


def _apart(one: list[str], other: list[str]) -> int:
    """In how many places two lists differ, whatever the order."""
    left, right = Counter(one), Counter(other)
    return max((left - right).total(), (right - left).total())


def _signs(text: str) -> list[str]:
    """Identifiers, and a mark for a denial."""
    signs = [name.casefold() for name in names(text) if not name.isalpha()]
    return [*signs, *(["not"] if _denies(text) else [])]


_COMPARED = (_dates, _numbers, _signs)


def _denies(text: str) -> bool:
    """Two negations are none: "not without" affirms."""
    return len(NEGATIONS.findall(text)) % 2 == 1
