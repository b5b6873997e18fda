"""What the second ways to hear in Chinese share: who speaks, and whether it is said plainly."""

from __future__ import annotations

import re

from stratal.text.statement_parts import Told

ASIDE = re.compile(
    r"[?？吗]|如果|要是|假如|万一|好像|可能|也许|打算|考虑|听说|据说|[他她]们?|别人|有人|人家|"
    r"(?:老板|领导|同事|朋友|客户|老师|同学|室友|我[妈爸哥姐弟妹])(?:说|让|叫|要|都|也|用|建议|推荐)|"
    r"以前|曾经|当时|那年|小说|电影|故事|台词|歌词"
)
"""What makes a sentence other than plainly said of oneself: a witness is silent then."""


def plain(told: Told) -> bool:
    """Whether all of the sentence up to the end of what was found is said plainly."""
    return ASIDE.search(told.heard.words[: told.match.end()]) is None


ONESELF = (
    r"我(?!(?:的|家|们?家)?(?:[妈爸爹娘姐哥弟妹]|老[公婆爸妈板师]|儿子|女儿|闺女|孩子|娃|朋友|同事|同学|室友|邻居|闺蜜|对象|"
    r"[表堂]|亲戚|领导|上司|客户|学生|爷爷|奶奶|外公|外婆|婆婆|公公|岳|舅|姨|姑|叔|师[父傅兄姐]|国|市|省|校))"
)
"""The person, and none of theirs."""
