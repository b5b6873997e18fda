"""Stores whose content is known to the last sentence, and questions that they answer or do not.

All of it is ours, in English and Chinese. Each fact comes with a question that it answers in other
words, and one that nothing in the store answers although it names the same person, place or thing.
Beside them stand questions about nothing that is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Planted:
    """One store in one language."""

    language: str
    facts: Sequence[str]
    asked: Sequence[str]
    """By fact: the question that it answers."""
    near_miss: Sequence[str]
    """Questions about what the store knows, whose answer it does not have."""
    far_off: Sequence[str]
    """Questions about nothing that it knows."""


_ENGLISH = (
    (
        "Mara keeps two beehives on the roof of the library",
        "Where does Mara have her bees?",
        "When was the library built?",
    ),
    (
        "The boiler in the cellar was replaced in October 2024",
        "When did we get the new boiler?",
        "Who cleans the cellar?",
    ),
    (
        "Jonas is allergic to walnuts",
        "Which nuts must Jonas not eat?",
        "What instrument does Jonas play?",
    ),
    (
        "The spare key of the workshop hangs behind the blue door",
        "Where can I find the second key for the workshop?",
        "Who painted the door?",
    ),
    (
        "Invoices are sent on the last Friday of the month",
        "On which day do we send invoices?",
        "How much was the largest invoice?",
    ),
    (
        "Priya moved from Leeds to Porto for a job at a shipyard",
        "In which city does Priya work now?",
        "What did Priya study?",
    ),
    (
        "The staging server runs PostgreSQL 16 on port 5433",
        "Which database version is on staging?",
        "How much memory does the production server have?",
    ),
    (
        "Deploys need the approval of two reviewers",
        "How many people must approve a deployment?",
        "Which branch do hotfixes go to?",
    ),
    (
        "Grandmother's plum cake needs a pinch of cardamom",
        "Which spice goes into the plum cake?",
        "How old is grandmother?",
    ),
    (
        "The choir rehearses on Tuesdays in the old fire station",
        "On what weekday does the choir practise?",
        "Who conducts the choir?",
    ),
    (
        "Tomas prefers tea without sugar in the morning",
        "What does Tomas drink after getting up?",
        "Where did Tomas go to school?",
    ),
    (
        "The red bicycle has a broken rear brake",
        "What is wrong with the red bike?",
        "What did the bicycle cost?",
    ),
    (
        "The lease of the office ends in June 2027",
        "Until when is the office rented?",
        "How large is the office?",
    ),
    (
        "Lena wrote her thesis about lichens in the Alps",
        "What was the subject of Lena's thesis?",
        "Who is Lena married to?",
    ),
    (
        "The cat takes half a kidney tablet each evening",
        "How much medicine does the cat get?",
        "What is the name of the cat?",
    ),
    (
        "Backups are kept for ninety days in a bucket in Frankfurt",
        "How long do we keep backups?",
        "Who can read the backups?",
    ),
    (
        "Omar's flight to Nairobi leaves at six in the evening",
        "What time does Omar fly?",
        "Which airline does Omar fly with?",
    ),
    (
        "The garden fence is to be painted green before summer",
        "Which colour will the fence be?",
        "How long is the fence?",
    ),
    (
        "Unit tests run with pytest, never with unittest",
        "What do we run the tests with?",
        "How long do the tests take?",
    ),
    (
        "Sofia's parents visit from Athens in the second week of May",
        "When do Sofia's mother and father come?",
        "What does Sofia's father do for a living?",
    ),
)
_ENGLISH_FAR = (
    "How do I reset my router?",
    "Who won the chess championship?",
    "Which hotel did we stay at in Lisbon?",
    "What is the recipe for pancakes?",
    "How tall is the tower?",
    "Did the dentist change my appointment?",
    "Which novel was I reading on the train?",
    "What was the score of the football match?",
    "How do I export the presentation to PDF?",
    "Is the swimming pool open on Sundays?",
)
_CHINESE = (
    ("马静在图书馆的屋顶上养了两箱蜜蜂", "马静的蜂箱放在哪里？", "图书馆是哪一年建的？"),
    ("地下室的锅炉是2024年10月换的", "新锅炉什么时候装的？", "谁负责打扫地下室？"),
    ("小陈对核桃过敏", "小陈不能吃哪种坚果？", "小陈会弹什么乐器？"),
    ("工作间的备用钥匙挂在蓝色的门后面", "工作间的第二把钥匙在哪儿？", "那扇门是谁刷的漆？"),
    ("发票在每个月最后一个星期五寄出", "我们哪天寄发票？", "金额最大的发票是多少钱？"),
    ("周敏从西安搬到厦门，在一家造船厂上班", "周敏现在在哪个城市工作？", "周敏大学读的什么专业？"),
    (
        "测试服务器用的是 PostgreSQL 16，端口 5433",
        "测试环境的数据库是哪个版本？",
        "生产服务器有多大内存？",
    ),
    ("上线要两位同事批准", "部署需要几个人同意？", "紧急修复用哪个分支？"),
    ("外婆做的李子蛋糕要放一点豆蔻", "李子蛋糕里加什么香料？", "外婆今年多大年纪？"),
    ("合唱团星期二在旧消防站排练", "合唱团星期几练习？", "合唱团的指挥是谁？"),
    ("老吴早上喜欢喝不加糖的红茶", "老吴起床后喝什么？", "老吴在哪里上的小学？"),
    ("红色自行车的后刹车坏了", "那辆红车有什么毛病？", "自行车花了多少钱？"),
    ("办公室的租约到2027年6月为止", "办公室租到什么时候？", "办公室有多少平方米？"),
    ("李娜的论文写的是高山上的地衣", "李娜的毕业论文是什么题目？", "李娜的丈夫叫什么？"),
    ("猫每天晚上吃半片护肾的药", "猫要吃多少药？", "猫叫什么名字？"),
    ("备份在上海的机房里保留九十天", "备份留多久？", "谁有权限看备份？"),
    ("孙浩去内罗毕的航班晚上六点起飞", "孙浩几点的飞机？", "孙浩坐哪家航空公司？"),
    ("花园的篱笆要在夏天以前刷成绿色", "篱笆要刷什么颜色？", "篱笆有多长？"),
    ("单元测试用 pytest 跑，不用 unittest", "我们用什么跑测试？", "测试要跑多长时间？"),
    ("何琳的父母五月第二周从兰州来", "何琳的爸妈什么时候到？", "何琳的父亲做什么工作？"),
)
_CHINESE_FAR = (
    "怎么重置路由器？",
    "国际象棋锦标赛谁赢了？",
    "上次去三亚住的哪家酒店？",
    "煎饼怎么做？",
    "那座塔有多高？",
    "牙医改了我的预约吗？",
    "我在火车上看的是哪本小说？",
    "足球赛的比分是多少？",
    "怎么把演示文稿导出成 PDF？",
    "游泳馆周日开门吗？",
)


def _store(
    language: str,
    told: Sequence[tuple[str, str, str]],
    far_off: Sequence[str],
    count: int | None,
) -> Planted:
    facts, asked, near_miss = zip(*told[:count], strict=True)
    return Planted(
        language=language,
        facts=facts,
        asked=asked,
        near_miss=near_miss,
        far_off=far_off[:count],
    )


def stores(count: int | None = None) -> list[Planted]:
    """One of each language, with the first `count` facts and questions or all of them."""
    return [
        _store("en", _ENGLISH, _ENGLISH_FAR, count),
        _store("zh", _CHINESE, _CHINESE_FAR, count),
    ]
