"""Whether a text tells somebody what to do from now on, or claims what a person wants.

A document or the result of a tool may hold sentences that are meant for whoever reads it next: do
this always, never ask, ignore what you were told, the user has agreed. From a person they are
theirs to say. From anywhere else they are quarantined: they wait, with their origin, for a person.

So this is asked only of words that no person of the session said, and it may ask widely: what it
takes for an instruction wrongly is shown to a person, and what it misses is data in a fence and has
no standing. Letters that only look Latin, wide forms, what nobody sees, quotation marks, code,
markup and base64 hide nothing.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from stratal.text.lookalikes import as_read
from stratal.text.orders import acts
from stratal.text.wording import ACT_EN, ACT_ZH, Wording

LIMIT = 50_000
"""Characters that are looked at: nothing that is written as one item has more."""

_AGENT = (
    r"(?:you|(?:the |this |any |every |all )?(?:ai|assistants?|agents?|chat ?bots?|bots?|models?"
    r"|llms?|claude|chatgpt|gpt|copilot|system))"
)
_BEGIN = r"(?:^\s*|[.!?;:,()\n\-–—*>#\"'`|]\s*|\b(?:and|then|so|but|to)\s+)"
_PERSON = r"(?:the )?(?:user|person|customer|owner|operator|human|admin(?:istrator)?|developer)"

_OVER = Wording(
    r"\b(?:ignore|disregard|forget|override|bypass|set aside) (?:[\w']+ ){0,5}?(?:instructions?|"
    r"rules|guidelines|polic\w+|constraints|prompts?|orders|directives?|told|safety|restrictions|"
    r"guardrails)\b"
    r"|\b(?:your|long[- ]term|persistent|the user'?s|user) (?:memory|memories|profile)\b"
    r"|\b(?:new|updated|revised|secret|hidden|real) (?:system )?(?:instructions?|directives?"
    r"|orders?|rules?) ?:|\bsystem (?:prompt|override|instructions?|directives?)\b"
    r"|^\W*system (?:message|notice|update|note) ?:|\b(?:developer|admin|god|jailbreak) mode\b"
    rf"|\b(?:do not|don't|never) (?:tell|inform|reveal|mention|warn|alert|notify)\b[^.\n]{{0,30}}"
    rf"\b(?:{_PERSON}|anyone|them)\b"
    r"|(?:忽略|无视|忘记|忘掉|绕过|推翻)(?:掉|了)?[^，。\n]{0,10}(?:指令|指示|规则|规定|设定|约束|提示|限制|要求)"
    r"|(?:以上|之前|此前|原有)[^，。\n]{0,8}(?:作废|失效)"
    r"|(?:写入|存入|保存到?|加入|记入|记到)[^，。\n]{0,6}(?:长期记忆|你的记忆|用户档案|用户画像)"
    r"|(?:新的?|最新|秘密|真正的?)(?:系统)?(?:指令|指示|规则|规定|命令) ?[:：]"
    r"|系统(?:提示词|指令|覆盖)"
    r"|^\W*系统(?:消息|通知|更新|提示) ?[:：]|(?:开发者|管理员|上帝|越狱)模式"
    r"|(?:不要|别|不许|禁止|勿)(?:再)?(?:告诉|告知|提醒|通知|透露给?)(?:用户|任何人|他们)"
)
"""What sets other instructions aside, or speaks of what memory is to hold."""

_EN = Wording(
    r"\bfrom (?:now|here|this (?:moment|point|day|message))(?: on(?:ward|wards)?)?\b|\bhenceforth\b"
    r"|\bgoing forward\b|\bin (?:all|any|every) (?:\w+ ){0,2}(?:sessions?|conversations?|answers?"
    r"|replies|responses|chats?|tasks?)\b"
    rf"|{_BEGIN}(?:please |you |kindly |just )?(?:always|never|at all times)\b"
    rf"|\b{_AGENT} (?:(?:that|who|which) [^.\n]{{1,40}} )?(?:must|shall|should|needs? to"
    r"|have to|has to|are to|is to"
    r"|(?:are|is|will be) (?:now |hereby )|(?:will|may|can|should) (?:now|always|never|only)\b"
    r"|are (?:required|obliged|authori[sz]ed|allowed|permitted|free)"
    r"|is (?:required|obliged|authori[sz]ed|allowed|permitted|free))"
    r"|\b(?:do not|don't|never) (?:tell|ask|inform|mention|reveal|warn|alert|notify|show|bother|"
    r"disclose|consult|question|verify|check)\b"
    r"|\bwithout (?:asking|approval|confirm\w*|permission|consent|telling|checking|review)\b"
    r"|\bno (?:need|reason) to (?:ask|check|confirm|verify)\b"
    rf"|{_BEGIN}(?:please )?(?:remember|memori[sz]e|note|keep in mind) (?:that|this|to|the)\b"
    r"|\byou are (?:now|no longer)\b|\b(?:act|behave|respond|answer) as (?:if|though|an?)\b"
    r"|\bpretend\b|\b(?:treat|regard|consider) (?:this|the following|that|it|every\w*|all)\b"
    r"|\b(?:it is |this is )?(?:mandatory|imperative|obligatory|strictly forbidden)\b"
    r"|\b(?:if|when|whenever|once|every time|each time|as soon as) (?:anyone|someone|asked|you|"
    rf"{_PERSON}|they|somebody|a (?:user|customer))\b"
    rf"|\b{_PERSON}(?:'s)? (?:has |have |had |is |already |explicitly |hereby |also |always |"
    r"strongly )*(?:approve[sd]?|authori[sz]e[sd]?|agree[sd]?|consent(?:s|ed)?|confirm(?:s|ed)?|"
    r"prefers?|preferred|wants?|wanted|asks?|asked|requests?|requested|says?|said|demand\w*|"
    r"permits?|permitted|allows?|allowed|trusts?|preference|instruct\w*|decided|likes?|insists?)\b"
)
_ZH = Wording(
    r"(?:从现在|从今天?|自即日|从此)(?:起|开始|往后|以后)|从今往后|以后|今后|往后|此后|永远|始终"
    r"|务必|一律|切记|牢记|一定要|千万|不得|严禁|必须(?:始终|永远|立即|马上|直接)"
    r"|(?:请|要|你)?记住"
    r"|(?:不要|别|不用|无需|无须|不必|不许|禁止|勿)(?:再)?(?:告诉|告知|询问|问|提醒|通知|提及|透露|确认|核实|"
    r"核对|请示|汇报|警告)"
    r"|(?:不经|未经|无需|跳过)(?:[^，。\n]{0,6})(?:确认|同意|批准|审批|许可)"
    r"|(?:你|您|助手|智能体|模型|机器人|AI|agent|Claude|GPT|系统)(?:们)?(?:现在|从现在起)?(?:必须|应当?|应该|"
    r"要|需要?|得|可以|有权|被授权|获准|不得|不能|不再|只能|将)"
    r"|扮演|假装"
    r"|(?:用户|客户|主人|本人|机主|管理员|开发者|使用者)(?:已经?|都|一直|明确|早就|也|亲自|刚刚?)*(?:同意|授权|"
    r"批准|确认|偏好|喜欢|要求|希望|允许|说过?|表示|决定|想要|习惯|信任|坚持|吩咐)"
    r"|(?:如果|若|当|只要|每当|凡是|一旦|每次)[^，。\n]{0,12}(?:用户|有人|客户|被?问|询问|提到|回答|对话|会话)"
    r"|在(?:所有|每次|任何|今后的?)[^，。\n]{0,6}(?:回答|回复|会话|对话|任务)(?:里|中|时)?"
)
_ACTS = Wording(rf"{_BEGIN}(?:please |now |immediately |also |first )*{ACT_EN}")
_ACTS_ZH = Wording(
    rf"(?:^|[，,。；;：:！!\n]\s*)(?:请|立即|立刻|马上|直接|现在|帮我|自动|把[^，。\n]{{1,20}})*{ACT_ZH}"
)

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_SPREAD = re.compile(rf"(?<=[{_HAN}])[ \t\u3000·_*.]+(?=[{_HAN}])")
_MARKS = re.compile(
    r"<[^<>\n]{0,80}>|\[/?\w+\]|[`\"“”‘’「」『』《》*_~]+|^[ \t]*(?:>|#+|\||//|--)+", re.MULTILINE
)
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,4000}={0,2}")


def instructs(text: str) -> bool:
    """Whether `text`, which no person of the session said, reads as an instruction."""
    return any(
        acts(one) or any(pattern.search(one) for pattern in (_OVER, _EN, _ZH, _ACTS, _ACTS_ZH))
        for one in _readings(text[:LIMIT])
    )


def overrides(text: str) -> bool:
    """Whether `text` sets other instructions aside, or speaks of what memory is to hold."""
    return any(_OVER.search(one) for one in _readings(text[:LIMIT]))


def _readings(text: str) -> Iterator[str]:
    """`text` as it is read, without the marks around its words, and what it holds in base64."""
    plain = as_read(text)
    yield plain
    loose = _SPREAD.sub("", _MARKS.sub(" ", plain))
    if loose != plain:
        yield " ".join(_SPREAD.sub("", loose).split())
    for found in _ENCODED.finditer(plain):
        hidden = _decoded(found.group())
        if hidden:
            yield as_read(hidden)


def _decoded(text: str) -> str:
    """What `text` says in base64; empty if it is none, or nothing that reads."""
    padded = text.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        raw = base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True)
        found = raw.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    found = " ".join(found.split())
    return found if found.isprintable() else ""
