"""What a Chinese sentence must not be taken for, and what still is found behind the fences."""

from __future__ import annotations

import pytest

from stratal.text.statements import StatementKind, statements

NEAR_MISSES = """
不是钱的问题，是态度问题
这不是爱，是习惯
老师讲错了，应该是3.14
书上写错了，是1937年
打错字是常有的事
我走错了，应该是三号口
地球不是圆的，是椭球
我买的是裤子，不是裙子，客服却发错了
考试时我写错了，正确的是光合作用
中秋要吃月饼
周一要早起，痛苦
我下周一本来要去面试，后来不去了
我们周一到周五都要上班
明年我要考上研
三号要发工资了吧
供应商邮件说交期定在下周五，能信几分
我周一三五要上课
你自己看着办
不用问我，我不知道
这次你直接改，不用问我
你可以自己查一下
出门不用跟我报备，我对象说的
给孩子讲故事要用大白话
我说话直接，别介意
我讲课喜欢举例子
今天回答简短点
请列一份质证要点
你的回答很详细，谢谢
考试时间以北京时间为准
这个表格里的时间用UTC
我朋友在德国，用的是中欧时间
领导在新加坡，会议按新加坡时间
我老公公司用钉钉
我女儿学校用钉钉打卡
教我用Excel做透视表
公司想让我们用企业微信，大家都反对
我用Python写了个小游戏
这个项目之前用的是Vue2
公司里都叫我王总，其实我就是个打杂的
你可以叫我一声爸爸试试
我叫错人了，尴尬
面试的时候我得用英语回答
客服一律用英文回复我，气死
请用中文回答，试卷上这么写的
我在日本，都说日语
每天都要检查孩子作业，累死
系统每天自动备份数据库
公司规定每次提交前都要跑测试
只要下雨就关窗，这是我家的传统
我们最后选了很久也没结果
孩子最后选了文科
我决定听天由命
我们决定不要孩子了，婆婆不同意
我懂了，原来是这样
我才知道他结婚了
我一看到红色就删
我不对海鲜过敏
孩子买东西之前得先问我
我爸的经验是少说话多做事
银行每个月自动扣款，怎么取消
同事每次都抄送全公司，怎么委婉提醒
公司发通知说下月起用飞书
我写错别字了，应该是再见的再
下周五是我爸生日，送啥好
直接开始吧，不用问了
才明白过来他是在骂我
""".strip().splitlines()

STILL_FOUND = [
    ("不是8080，是8443", StatementKind.CORRECTION, "8443"),
    ("我生日年份打反了，是1998不是1989", StatementKind.CORRECTION, "1998"),
    ("联系人是王磊，不是王雷", StatementKind.CORRECTION, "王磊"),
    ("刚报的数颠倒了，是87单，不是78单", StatementKind.CORRECTION, "87单"),
    ("我下周四要去面试", StatementKind.COMMITMENT, "我下周四要去面试"),
    ("打烊后的剩菜你自行登记就好，用不着问", StatementKind.PERMISSION, "登记"),
    ("差评你看到就直接回复差评，不用问我", StatementKind.PERMISSION, "回复差评"),
    ("回复我的时候不要用表格，手机上看不清", StatementKind.FORMAT, "不要用表格"),
    ("我人在东京，说时间都按东京时间", StatementKind.TIME_ZONE, "东京时间"),
    ("我们团队一直用阿里云 OSS", StatementKind.TOOL, "阿里云 OSS"),
    ("以后喊我老郑吧", StatementKind.NAME, "老郑"),
    ("往后你都用英文回复我", StatementKind.LANGUAGE, "英文"),
    ("想了半年，我决定读研了", StatementKind.DECISION, "读研"),
]


@pytest.mark.parametrize("said", NEAR_MISSES)
def test_what_has_no_anchor_states_nothing(said: str) -> None:
    """Another's fact, a wish, a habit, a task or a maxim is nothing of the person's to keep."""
    assert statements(said) == ()


@pytest.mark.parametrize(("said", "kind", "value"), STILL_FOUND)
def test_what_is_anchored_is_found(said: str, kind: StatementKind, value: str) -> None:
    """The fences let through what somebody says of themselves, cut to its own words."""
    assert (kind, value) in [(one.kind, one.value) for one in statements(said)]
