"""Whether a text orders standing action, or gives leave to act: such words never act by themselves.

What is said of facts and of a manner of working is none of either.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stratal.text.han_variants import as_mandarin
from stratal.text.lookalikes import as_read
from stratal.text.own_words import own_words, sentences
from stratal.text.statement_parts import Heard, StatementKind, Told
from stratal.text.statement_rules import RULES as PLAIN
from stratal.text.statements import places, statements
from stratal.text.wording import (
    ACT_EN,
    ACT_ZH,
    LEAVE,
    LEAVE_OF_AGENT,
    NOT_WITHOUT,
    QUESTION,
    Wording,
)

__all__ = ["acts", "orders", "widens"]

_ON_THE_WORLD = Wording(
    rf"\b(?:{ACT_EN}|(?:send|email|e-mail|mail|text|message|forward|post|publish|share|upload|"
    r"archive"
    r"|renew|rotate|back ?up|restart|revert|clean up|tidy up|prune|rename|move|file|delete|remove"
    r"|cancel|order|reorder|book|pay|transfer|refund|assign|invite|announce|broadcast|escalate"
    r"|approve|reject|decline|resend|cc|top up|run the (?:backup|job|sync|migration|cleanup))\b"
    r"(?! (?:me|us|it to me|it to us|the function|the method)\b))"
    rf"|{ACT_ZH}|(?:发|寄|转|推)(?:给|到|送)(?!我)|给(?!我)[\u4e00-\u9fff]{{1,6}}?(?:发|打|寄|转)"
    r"|转发|转给(?!我)|抄送|备份|归档|续费|退款|退货|催款|扣款|打款|开票|拉黑|封号|补发|指派|分配"
    r"|关单|结单|清理|改名|重启|回滚|下单|订购|预订|(?:开|建|提)(?:紧急|加急)?工单"
)
_OF_A_FACT = Wording(
    r"^\W*(?:you (?:must|should) )?(?:never|don't|do not)\b"
    r"|^(?:ci|cd|系统|脚本|流水线|机器人|平台|服务|程序)|(?:系统|脚本|程序|服务)会|会自动"
)


# A record, its reason and each of its quotations are asked, some of them more than once.
@lru_cache(maxsize=256)
def orders(text: str) -> bool:
    """Whether `text` orders standing action on the world or on others ("always mail …").

    What stands in quotation marks or code orders nothing. Nor does a manner of working ("always run
    the tests"), though it may be stated as an order.
    """
    stated = (one.stated for one in statements(text) if one.kind is StatementKind.STANDING_ORDER)
    if any(_ON_THE_WORLD.search(one) and not _OF_A_FACT.search(one) for one in stated):
        return True
    standing = [rule for rule in PLAIN if rule.kind is StatementKind.STANDING_ORDER]
    return any(
        (match := rule.wording.match(heard.words, place)) is not None
        and rule.read(Told(heard=heard, match=match)) is not None
        for heard in _heard(text)
        if not heard.asks
        for place in places(heard.words)
        for rule in standing
    )


def widens(text: str) -> bool:
    """Whether `text` gives the agent leave to do more than it may ("you may … without asking").

    A standing order is not meant: that one waits for a person, see `orders`.
    """
    return any(
        (LEAVE.search(heard.words) or LEAVE_OF_AGENT.search(heard.words))
        and not NOT_WITHOUT.search(heard.words)
        and not QUESTION.search(heard.whole)
        for heard in _heard(text)
    ) and not orders(text)


def acts(text: str) -> bool:
    """Whether `text` orders standing action or gives leave to act: see `orders` and `widens`."""
    return orders(text) or widens(text)


def _heard(text: str) -> Iterator[Heard]:
    text = as_mandarin(as_read(text))
    own = own_words(text)
    for start, end in sentences(own, text):
        yield Heard(own[start:end])
