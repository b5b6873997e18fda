"""Asking a person whether something is so, and reading the yes or no that they answer.

A question is one sentence that holds what is asked, in the language in which the person spoke of
it. An answer counts only if it is plainly yes or no and the assistant had asked just that: a "yes,
but …", an answer to something else and a second question in the same message settle nothing.
"""

from __future__ import annotations

import re

from stratal.core.evidence import MemoryEvidence, Source
from stratal.core.records import Layer, Record
from stratal.text.languages import language_of
from stratal.text.orders import orders
from stratal.text.quotation import fold, unstated

_LONGEST = 300
"""Characters of what is asked that stand in a question."""
_ASKED = {
    "en": {
        "standing_order": "Every time from now on, without asking again: “{}” – do you want that?",
        "own_order": (
            "You did not say this, I came to it by myself. Every time from now on, without asking "
            "again: “{}” – do you want that?"
        ),
        "untrusted_instruction": "I read this, not from you: “{}” – is it your wish?",
        "contradicts_person": "Unlike what you told me before: “{}” – is that so now?",
        "personal_data": "May I keep this personal detail: “{}”?",
    },
    "zh": {
        "standing_order": "以后每次都这样做、不再问你：“{}”，是这个意思吗？",
        "own_order": "这不是你说的，是我自己得出的。以后每次都这样做、不再问你：“{}”，可以吗？",
        "untrusted_instruction": "这是我读到的，不是你说的：“{}”，这是你的意思吗？",
        "contradicts_person": "这和你以前说的不一样：“{}”，现在是这样吗？",
        "personal_data": "这条个人信息可以留着吗：“{}”？",
    },
}
_OTHERWISE = {"en": "Did I get this right: “{}”?", "zh": "我这样理解对吗：“{}”？"}


def question(record: Record) -> str:
    """What to ask the person about a record that waits for them."""
    said = "".join(
        one.cited.quotation for one in record.evidence if not isinstance(one.cited, MemoryEvidence)
    )
    language = language_of(said or record.content)
    what = asked_about(record)
    if record.layer is Layer.PROFILE:
        what = f"{record.key}: {what}"
    if len(what) > _LONGEST:
        what = f"{what[:_LONGEST]}…"
    waits_for = record.state.status_reason
    if waits_for == "standing_order" and record.source.rank > Source.USER_IMPLICIT.rank:
        waits_for = "own_order"
    return _ASKED[language].get(waits_for, _OTHERWISE[language]).format(what)


def asked_about(record: Record) -> str:
    """What is to be so, in one line: with the why, where that is what orders something."""
    said = [record.content]
    if record.state.reason_given and orders(record.state.reason_given):
        said.append(f"({record.state.reason_given})")
    return " ".join(" ".join(said).split())


_MARK = re.compile(r"[?？]+")
_ASKING = re.compile(r"[^.。!！?？\n]*[?？]")


def asks(said: str, asked: str, content: str) -> bool:
    """Whether `said` puts the question `asked`, or one that states `content`, and no other."""
    whole, wanted = fold(said), fold(asked)
    if wanted in whole:
        return _MARK.search(whole.replace(wanted, "", 1)) is None
    put = _ASKING.findall(said)
    return len(put) == 1 and not unstated(content, put[0], every=True)


_LEAD = r"(?:(?:oh|ah|well|um+|hm+|so)[, ]+)?"
_YES = (
    r"yes|yeah|yep|yup|correct|right|exactly|indeed|absolutely|of course|certainly|true|sure"
    r"|that(?:'s| is) (?:right|correct|true|so|it)|you(?:'re| are) right|you got (?:it|that) right"
    r"|it is|i do|you may|please do|please|thanks|thank you"
)
_NO = (
    r"no|nope|nah|wrong|incorrect|not (?:true|right|correct|so|at all|really|any ?more)"
    r"|(?:that|it)(?:'s| is) (?:wrong|incorrect|false|not (?:true|right|so|correct|it))"
    r"|you(?:'re| are) wrong|you got (?:it|that) wrong|i don't|please don't|don't|thanks|thank you"
)
_SHI = r"是的?|对的?|对对|没错|正确|可以|当然(?:可以)?|就是这样|是这样的?|是这个意思|没问题|谢谢"
_FOU = (
    r"不是的?|不对|不|没有|错了?|不行|不可以|不要|不用了?|不正确|并不是|不是这样的?"
    r"|不是这个意思|谢谢"
)
_BUT = re.compile(
    r"\b(?:but|however|except|only|unless|if|although|though|wait|actually|instead|not|no|never)\b"
    r"|不过|但是?|可是|只是|除了|除非|如果|要是|等等|其实|不|没",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[^.。!！?？;；\n]+")


def _series(words: str) -> re.Pattern[str]:
    return re.compile(rf"{_LEAD}(?:{words})(?:(?:[,，、 ]+|(?<=[\u4e00-\u9fff]))(?:{words}))*")


_SERIES = {True: (_series(_YES), _series(_SHI)), False: (_series(_NO), _series(_FOU))}
_ONLY_THANKS = re.compile(r"(?:please|thanks|thank you|谢谢|[,，、 ])+")


def answer(text: str) -> bool | None:
    """Yes, no, or None for whatever is not plainly one of them."""
    said = fold(text).casefold()
    first = _FIRST.match(said)
    if first is None or said[first.end() : first.end() + 1] in ("?", "？"):
        return None
    words = first.group().strip(" ,，")
    rest = said[first.end() :]
    if _ONLY_THANKS.fullmatch(words):
        return None
    for verdict, forms in _SERIES.items():
        if any(form.fullmatch(words) for form in forms):
            return verdict if not _opposed(rest, verdict) else None
    return None


def _opposed(rest: str, verdict: bool) -> bool:
    """Whether what follows takes some of it back, or says more that would have to be read."""
    if _MARK.search(rest):
        return True
    if not verdict:
        # "No. I moved to Bari." says no; what it says besides is for others to read.
        return re.search(r"\b(?:but|yes|wait|actually)\b|不过|但|是的|等等", rest) is not None
    return _BUT.search(rest) is not None
