"""Of Chinese statements, what may have been meant otherwise is asked and not written."""

from __future__ import annotations

import time

import pytest

from stratal.text.statements import statements


def sure(text: str) -> list[tuple[str, str]]:
    return [(str(one.kind), one.value) for one in statements(text) if one.sure]


@pytest.mark.parametrize(
    "text",
    [
        "我对前任过敏，一提就起疹子",
        "我对数学过敏，看到公式就犯困",
        "我对老板的画饼过敏",
        "我不吃回头草",
        "我不吃香菜，骗你的",
        "我不吃激将法",
        "不是一天两天，是十年",
        "明天我要考试了，逗你的",
        "我决定减肥，第一百次",
    ],
)
def test_what_is_said_in_jest_is_not_sure(text: str) -> None:
    """Nobody is allergic to a former love; and who says so takes it back."""
    assert sure(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "处长让我以后都用表格",
        "雅思考官让我始终用英文回答",
        "我跟室友约好以后都说英语",
        "我闺蜜做设计只用Figma",
        "同事踩坑总结：上线前先备份",
        "新来的实习生改线上配置前必须先问我",
        "我女儿动我电脑前要先问我",
        "以后收到邮件就转给我，老板这么吩咐的",
        "每次下单平台都自动发短信",
        "博主说别用Chrome",
        "裁员前应该先跟我商量吧",
        "新员工请假不用问我，问人事",
        "忘掉我刚才点的菜，服务员，我要重新点",
    ],
)
def test_what_others_wish_or_do_is_not_sure(text: str) -> None:
    """An order, a rule or a habit of somebody else is none of the person's."""
    assert sure(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "我儿子的作文开头是：我叫刘洋，今年八岁",
        "这个机器人的系统提示是：始终用简体中文回答",
        "系统提示词：回答不超过三句话，不要用emoji",
        "写一条请假条：周三我要去医院复查",
        '采访对象突然说"这段别记"，我该停笔吗？',
        '用英语说"早上好"',
        "commit信息：端口不是8080，是8081",
        "他一开口就是：我叫刘强，跟我混",
        "记住，坚持就是胜利",
        "请牢记：安全第一",
        "名片上印的是：我叫赵一鸣",
    ],
)
def test_what_stands_in_a_text_is_not_sure(text: str) -> None:
    """What is quoted, staged or written for others is not told of oneself."""
    assert sure(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "下周三我要交稿，不对编辑说不用了",
        "我们决定去大理，后来又没去",
        "我们本来用Jenkins，后来停了",
        "我们用React还是Vue",
        "这道题答案应该是8，不是9吧",
    ],
)
def test_what_is_undone_or_open_is_not_sure(text: str) -> None:
    """What was called off, given up or left open holds no longer, or not yet."""
    assert sure(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我对花生过敏，严重的那种", "diet"),
        ("推荐点夜宵吧，我乳糖不耐受，奶茶那些就算了", "diet"),
        ("我叫喻清，想请你写个转让启事", "name"),
        ("听完就算了，这段话别记下来", "off_record"),
        ("给客户发报价之前务必先问我", "ask_before"),
        ("我们决定在老家办婚礼！请柬文案来一版", "decision"),
        ("以后都用粤语同我讲", "language"),
        ("这个项目测试用 vitest，别用 jest", "tool"),
    ],
)
def test_plain_statements_stay_sure(text: str, kind: str) -> None:
    """A task beside it, or a word that may be meant otherwise elsewhere, gives no doubt."""
    assert kind in [each for each, _ in sure(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("请别忘了，我右耳听不见，所以语音练习没用", "我右耳听不见"),
        ("你记好，我住六楼没电梯，所以送货要加钱", "我住六楼没电梯"),
        ("帮我记着我只有周末有空，因为平时值班", "我只有周末有空"),
    ],
)
def test_a_remembered_fact_ends_before_its_reason(text: str, value: str) -> None:
    """Why it is told and what follows from it belong to no fact."""
    assert [one.value for one in statements(text)] == [value]


@pytest.mark.parametrize(
    ("text", "value", "other"),
    [
        ("别再给我pandas的写法啦，我这边用的是Polars", "Polars", "pandas"),
        ("不要再给我写Java了，我们项目用Kotlin", "Kotlin", "Java"),
    ],
)
def test_what_is_refused_and_what_is_used_are_a_pair(text: str, value: str, other: str) -> None:
    """Who refuses one tool and names the one they use says both."""
    assert [(one.value, one.not_value) for one in statements(text)] == [(value, other)]


def test_a_doubt_costs_little_time() -> None:
    """A long utterance without any doubt is looked through in well under ten milliseconds."""
    text = "我们会上定了，正文字体选了思源宋体，" + "我" * 200 + "公司让老师写" * 30
    start = time.process_time()
    for _ in range(20):
        statements(text)
    assert (time.process_time() - start) / 20 < 0.05
