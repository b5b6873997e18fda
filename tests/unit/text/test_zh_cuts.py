"""Values of Chinese statements are cut alike, whichever rule heard them."""

from __future__ import annotations

import pytest

from stratal.text.statements import statements
from stratal.text.zh_pairs import pair, said_wrongly


@pytest.mark.parametrize(
    ("said", "value", "both"),
    [
        ("货压在金华仓", "压在义乌仓", ("义乌仓", "金华仓")),
        ("配方写成一百克糖", "两百五十克", ("两百五十克", "一百克")),
        ("公司在浦东", "早搬到闵行", ("闵行", "浦东")),
        ("周三", "周四", ("周四", "周三")),
        ("张老师", "带队的是章老师", ("章老师", "张老师")),
    ],
)
def test_a_pair_is_cut_to_what_differs(said: str, value: str, both: tuple[str, str]) -> None:
    """What leads up to both values, or stands behind them, belongs to neither."""
    assert pair(said, value) == both


@pytest.mark.parametrize("said", ["全班人数", "那个地址", "截止日期", "税率写错了"])
def test_a_topic_is_no_value(said: str) -> None:
    """What a slip was about takes the place of nothing."""
    assert pair(said, "9500字") is None


def test_what_was_said_wrongly_is_found_from_anywhere() -> None:
    """The claim that was made before is found, and a sum that is asked for is none."""
    assert said_wrongly("我前面讲在三号仓，说错了，在五号仓", "五号仓") == ("五号仓", "三号仓")
    assert said_wrongly("口误，冰糖是八两，麻烦换算成一百斤的量", "八两") is None


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("我前面讲货压在金华仓，说错了，其实压在义乌仓", [("义乌仓", "金华仓")]),
        ("更正一下，我给你的税率写错了，应该是6%，这家是做咨询的", [("6%", "")]),
        ("去水印你随时可以做，不必问", [("去水印", "")]),
        ("喊我老王得了", [("老王", "")]),
        (
            "踩过这个坑才知道，月结前一天别碰科目表，去年我手贱改了一个",
            [("月结前一天别碰科目表", "")],
        ),
        ("回答里别用表格", [("别用表格", "表格")]),
        ("任何退款，操作前都要等我点头", [("任何退款，操作前都要等我点头", "")]),
        ("往后改完配置都备份一份，免得又丢", [("往后改完配置都备份一份", "")]),
    ],
)
def test_a_value_ends_where_its_kind_ends(text: str, stated: list[tuple[str, str]]) -> None:
    """Neither what leads up to a thing nor why it is so is part of its value."""
    assert [(one.value, one.not_value) for one in statements(text)] == stated
