"""Parts of wordings that the Chinese rules share: where a value ends, who speaks, what lasts."""

from __future__ import annotations

from stratal.text.wording import ONCE, QUESTION, REPORTED, SUPPOSED, UNMEANT, Scope

END = (
    r"(?=\s*(?:$|[，,。；;、！!？?（(…～~—]|[\U0001F300-\U0001FAFF\u2600-\u27bf]"
    r"|(?<=[\u4e00-\u9fff])\s+[\u4e00-\u9fff]))"
)
"""Behind what is said: a mark, a smile, a gap, or nothing more."""
PARTICLE = (
    r"(?:吧|哦|啊|哈|呀|啦|嘛|呗|咯|哟|喔|呢|噢|就行|就好|就可以|就成|即可|就OK|就ok|得了|"
    r"好了|了){0,4}"
)
SELF = r"(?:我|本人|俺|咱|我这人|我这个人|我个人|我自己)"
OURS = (
    r"(?:我们?|咱们?|俺们?|本人|我家|我们家|我店|店里|公司|单位|团队|组里|项目组?|学校|家里|这边)"
)
LATELY = (
    r"(?:一直|都|从来|从[^，,]{1,4}(?:开始|起)|从小|打小|自小|生来|向来|一向|平时|现在|已经|早"
    r"就|目前|最近|是|也|就|真"
    r"的?|完全|本来|天"
    r"生|一般|"
    r"其实|长期|常年|坚持|只|全|正|还|基本|绝对|这几年|如今)"
)
"""What may stand between a person and what is true of them."""
SINCE = (
    r"(?:(?:都|已经|快|有)?[\d一二三四五六七八九十几两半好多]{1,3}(?:多|来)?(?:个)?"
    r"(?:年|月|天|周|星期|辈子)(?:多)?(?:了|啦)?|了){0,2}"
)
"""For how long: 三年了."""
YOU = (
    r"(?:你|您|助手|麻烦|请|烦请|拜托|给我|帮我|替我|务必|千万|记得|可以|要|得|就|都|也|还是|"
    r"最好|希望){0,5}"
)
"""What leads up to what is asked of the agent."""

LEADS = r"(?:希望你?|我希望你?|请你?|麻烦你?|你|您|拜托你?|那|还有|对了|另外|所以)?"
"""What may stand before the words that say for how long."""
AS_FACT = (
    QUESTION.within(Scope.BEFORE),
    SUPPOSED.within(Scope.BEFORE),
    REPORTED.within(Scope.BEFORE),
    UNMEANT.within(Scope.BEFORE),
    ONCE.within(Scope.CLAUSE),
)
"""What unsays a plain fact: 我们用金蝶，可能是凭证没审 leaves it as it is that it is used."""
