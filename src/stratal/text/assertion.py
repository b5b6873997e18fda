"""Whether words that a person wrote assert something, and whether it is meant to last.

A quotation may stand word for word in what somebody said and still say nothing of them: it was
asked, supposed, reported from another, or meant for this once. So the sentences that it stands in
are read whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from stratal.text.own_words import own_words, sentences
from stratal.text.quotation import fold, stands_in, unstated
from stratal.text.wording import LASTING, QUESTION, REPORTED, SUPPOSED, UNMEANT, Wording

_DOUBTED = (QUESTION, SUPPOSED, REPORTED, UNMEANT)
_ONCE = Wording(
    r"\b(?:this time|this once|just once|for now|for the moment|for the time being|right now"
    r"|just now|today|tonight|tomorrow|temporarily|in the meantime|just for (?:the|this|a)"
    r"|for (?:this|today's) (?:task|file|one|chat|session|message|answer|report|meeting|trip)"
    r"|in this (?:chat|session|conversation|message|answer|report|file))\b"
    r"|这次|这回|这一次|本次|暂时|临时|(?<!从)今天|今晚|明天|眼下|这会儿?"
    r"|这(?:份|封|篇|条|个)(?:报告|文件|邮件|任务|对话|会话|回答|消息)"
)
_ADDED = (
    LASTING,
    Wording(
        r"\b(?:prefer|like|love|enjoy|want|need|favou?rite|fond)\w*|喜欢|喜爱|偏好|爱|想要?|需要|最"
    ),
    Wording(r"\b(?:hate|dislike|detest|afraid|fear)\w*|讨厌|厌恶|反感|害怕|怕"),
    Wording(r"\b(?:usual|often|regular|daily|every|all|only)\w*|经常|通常|每|都|只|习惯"),
)
"""What a model likes to add to what was only mentioned."""
_ENDS = Wording(
    r"\b(?:no longer|not any ?more|(?:don't|do not|doesn't|isn't|am not|'m not)\b.{0,60}\bany ?more"
    r"|stop(?:ped)?|quit|gave up|given up|forget|delete|remove|drop|never mind|not true|wrong"
    r"|ended?|used to)\b"
    r"|不再|不用再|已经不|别再|别记|忘掉|忘了|删掉|删除|去掉|不对|不是了|戒了|停了|取消|作废"
)


def around(quotation: str, text: str) -> str:
    """The sentences of `text` that `quotation` stands in, in the speaker's own words.

    Empty where it stands in nothing that is the speaker's own.
    """
    wanted = fold(quotation)
    own = own_words(text)
    parts = [own[start:end] for start, end in sentences(own, text)]
    for width in range(1, len(parts) + 1):
        for at in range(len(parts) - width + 1):
            piece = " ".join(parts[at : at + width])
            if wanted in fold(piece) or wanted in fold("".join(parts[at : at + width])):
                return piece
    return own if stands_in(quotation, own) else ""


def asserts(quotation: str, text: str) -> bool:
    """Whether `text` says what `quotation` has: not asked, supposed, denied meaning or reported."""
    said = around(quotation, text)
    return bool(said) and not any(one.search(said) for one in _DOUBTED)


def states(value: str, cited: Sequence[tuple[str, str]]) -> bool:
    """Whether quotations, each with the text it stands in, state every word of `value`.

    Stricter than `unstated`: what a model makes of somebody's words is theirs only if it says
    nothing of its own, not even that they like it or do it always.
    """
    said = "\n".join(quotation for quotation, text in cited if asserts(quotation, text))
    if not said or unstated(value, said, every=True):
        return False
    return all(one.search(value) is None or one.search(said) is not None for one in _ADDED)


def for_once(quotation: str, text: str) -> bool:
    """Whether it was said for this once ("this time", 这次), and not for good as well."""
    said = around(quotation, text)
    return _ONCE.search(said) is not None and LASTING.search(said) is None


def takes_back(quotation: str) -> bool:
    """Whether `quotation` ends or takes back something that held ("no longer", 不再)."""
    return _ENDS.search(quotation) is not None
