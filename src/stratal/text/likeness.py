"""Whether two texts say the same, decided by rule.

Similarity of vectors proposes; it never decides. Two sentences may be alike to the third decimal
and differ in the one number that matters, and a negation hardly moves a vector. So what differs in
a number, a date, an identifier, a name or a negation is never one statement, and what differs in
nothing but case, punctuation, articles and white space always is.
"""

from __future__ import annotations

import re

from stratal.text.quotation import NEGATIONS, fold, names, numbers
from stratal.text.tokens import terms

_ARTICLES = frozenset(("a", "an", "the", "please"))
_HAN_PARTICLES = re.compile("[的了吧呢啊呀嘛哦哈请]")
_WORD = re.compile(r"--?(?=\w)|[^\W_]+(?:['’._/:@-][^\W_]+|_+[^\W_]+)*(?:\+\+|#)?")
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
    """Whether `a` and `b` are the same but for case, punctuation, articles and white space.

    The order of words counts: "Ana manages Ben" is not "Ben manages Ana".
    """
    one, other = _said(a), _said(b)
    return bool(one) and one == other and differs_in(a, b) is None


def differs_in(a: str, b: str) -> str | None:
    """The kind of the first difference that forbids taking `a` and `b` for one statement.

    "date", "number", "identifier", "name" or "negation"; None if they differ in none of these.
    """
    a, b = fold(a), fold(b)
    if _dates(a) != _dates(b):
        return "date"
    if _plain_numbers(a) != _plain_numbers(b):
        return "number"
    if _identifiers(a) != _identifiers(b):
        return "identifier"
    if _names(a) != _names(b):
        return "name"
    if _denials(a) != _denials(b):
        return "negation"
    return None


def contradicts(a: str, b: str) -> bool:
    """Whether `a` and `b` say the same but for a date, a number, a name or a negation."""
    return differs_in(a, b) is not None and _frame(a) == _frame(b)


def _frame(text: str) -> list[str]:
    """The words of a text without what `differs_in` compares."""
    plain = NEGATIONS.sub(" ", _DATE.sub(" ", fold(text)))
    return [term for term in terms(plain) if term.isalpha()]


def _said(text: str) -> list[str]:
    words = [word.casefold() for word in _WORD.findall(_HAN_PARTICLES.sub("", fold(text)))]
    return [word for word in words if word not in _ARTICLES]


def _dates(text: str) -> list[str]:
    return sorted(match.casefold() for match in _DATE.findall(text))


def _plain_numbers(text: str) -> list[str]:
    return sorted(numbers(_DATE.sub(" ", text)))


def _identifiers(text: str) -> list[str]:
    return sorted(name.casefold() for name in names(text) if not name.isalpha())


def _names(text: str) -> list[str]:
    """Names as terms, without a capital that only begins the sentence."""
    plain = [name for name in names(text) if name.isalpha()]
    first = re.match(r"\W*([A-Za-z\u00c0-\u024f]+)", text)
    if first and first.group(1) in plain and not first.group(1).isupper():
        following = re.match(r"\W*[A-Za-z\u00c0-\u024f]+(['’]s\b|\s+[a-z])?", text)
        if following and following.group(1) and not following.group(1).startswith(("'", "’")):
            plain.remove(first.group(1))
    return sorted(term for name in plain for term in terms(name)[:1])


def _denials(text: str) -> int:
    return len(NEGATIONS.findall(text)) % 2
