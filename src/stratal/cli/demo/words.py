"""What is said in the demo, in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Language(StrEnum):
    EN = "en"
    ZH = "zh"


class Day(StrEnum):
    """The days of the story, in their order."""

    MONDAY = "monday"
    WEDNESDAY = "wednesday"
    THURSDAY = "thursday"
    FRIDAY = "friday"


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """All texts of one language. What is in braces is filled in."""

    # What the person says.
    uses_pnpm: str
    call_me: str
    address: str
    add_library: str
    goal: str
    npm_workspace: str
    switch: str
    system: str

    # What is told.
    titles: dict[Day, str]
    leads: dict[Day, str]
    process: str
    says: str
    answers: str
    layers: str
    layer: str
    holds: str
    messages: str
    nothing: str
    pinned: str
    evidence: str
    colon: str
    context: str
    block: str
    tokens: str
    why: str
    total: str
    in_the_prompt: str
    agent: str
    agent_read: str
    compared: str
    scope: str
    granted: str
    yes: str
    no: str
    values: str
    value: str
    status: str
    valid: str
    until: str
    open_end: str
    statuses: dict[str, str]
    done: dict[str, str]
    """What became of an item, where the language has its own word for it."""
    layer_names: dict[str, str]
    reasons: dict[str, str]
    """Why a block is there, by its name."""
    said_on: str
    log_of: str
    log_line: str
    log_side_effect: str
    log_reason: str
    end: str
    begin: str

    # What must hold.
    kept: str
    one_scope: str
    no_model: str
    remembered: str
    used: str
    not_a_word: str
    out_of_reach: str
    still_there: str
    profile_follows: str
    superseded: str
    one_current: str
    old_kept: str
    used_now: str
    broken: str


_EN = Words(
    uses_pnpm="This project uses pnpm, not npm.",
    call_me="Call me Ana.",
    address="Ana",
    add_library="Add dayjs to the new module.",
    goal="Add dayjs to the new module",
    npm_workspace="This repository uses npm, it is an npm workspace.",
    switch="Let's switch to bun in this project.",
    system="You work in the user's repository. Answer with the one command to run.",
    titles={
        Day.MONDAY: "Monday",
        Day.WEDNESDAY: "Wednesday",
        Day.THURSDAY: "Thursday",
        Day.FRIDAY: "Friday",
    },
    leads={
        Day.MONDAY: "Ana works on the repository trip-miniapp and says two sentences to an agent.",
        Day.WEDNESDAY: "Another process, another conversation: nobody says again how it is done.",
        Day.THURSDAY: "The same Ana in another repository, billing-api, which is an npm workspace.",
        Day.FRIDAY: "Back in trip-miniapp, Ana changes her mind.",
    },
    process="process {pid} · conversation {conversation} · scopes {scopes}",
    says="Ana",
    answers="What became of it",
    layers="What each layer now holds",
    layer="layer",
    holds="holds",
    messages="{n} messages, verbatim",
    nothing="nothing",
    pinned="pinned",
    evidence="evidence",
    colon=": ",
    context="The context, block by block",
    block="block",
    tokens="tokens",
    why="why it is there",
    total="in all",
    in_the_prompt="The prompt holds",
    agent="A stand-in for a model: it reads the text of this prompt, and nothing else",
    agent_read="read:",
    compared="Why: scopes are compared before anything is searched",
    scope="scope",
    granted="granted to this session",
    yes="yes",
    no="no",
    values="The values of {topic}",
    value="value",
    status="status",
    valid="held",
    until="{start} to {end}",
    open_end="now",
    statuses={"active": "current", "superseded": "superseded"},
    done={},
    layer_names={},
    reasons={},
    said_on="said on {day}, message {id}",
    log_of="The log of the superseded value",
    log_line="revision {n}, {day}, by {actor}: {status}",
    log_side_effect="side effect: {what}",
    log_reason="reason: {what}",
    end="That was one SQLite file and four processes: no model, no configuration.\n"
    "Your own memory begins so:",
    begin="Call me …",
    kept="each sentence was kept as a message first, then went to one layer, with its evidence",
    one_scope="pnpm is a memory of repo:trip-miniapp alone; the profile knows nothing of it",
    no_model="what became of it was known at once, without a model",
    remembered="the prompt holds what Ana said on Monday; this conversation does not",
    used="the command follows from the prompt: {command}",
    not_a_word="not a word of pnpm in the whole prompt, in either wire form",
    out_of_reach="not found by a search for it, and not by its id",
    still_there="and yet it is there: a session of repo:trip-miniapp still has it",
    profile_follows="how to address Ana came along: that is about her, not about a repository",
    superseded="the new value took the place of the old one in one transaction",
    one_current="exactly one value is current",
    old_kept="the old one is kept, with its evidence and who closed it",
    used_now="the next command follows: {command}",
    broken="this does not hold: {claim}",
)

_ZH = Words(
    uses_pnpm="这个项目用 pnpm，别用 npm",
    call_me="叫我小安",
    address="小安",
    add_library="给新模块加上 dayjs。",
    goal="给新模块加上 dayjs",
    npm_workspace="这个仓库用 npm，是个 npm workspace",
    switch="这个项目改用 bun",
    system="你在用户的仓库里工作。只回答要运行的那一条命令。",
    titles={
        Day.MONDAY: "星期一",
        Day.WEDNESDAY: "星期三",
        Day.THURSDAY: "星期四",
        Day.FRIDAY: "星期五",
    },
    leads={
        Day.MONDAY: "小安在 trip-miniapp 仓库里干活，对智能体说了两句话。",
        Day.WEDNESDAY: "换了进程，换了对话：没有人再说一遍该怎么做。",
        Day.THURSDAY: "还是小安，换了一个仓库 billing-api，它是 npm workspace。",
        Day.FRIDAY: "回到 trip-miniapp，小安改了主意。",
    },
    process="进程 {pid} · 对话 {conversation} · 作用域 {scopes}",
    says="小安",
    answers="每句话的去向",
    layers="现在每一层里有什么",
    layer="层",
    holds="内容",
    messages="{n} 条消息，一字不差",
    nothing="空",
    pinned="固定",
    evidence="依据",
    colon="：",
    context="上下文，逐块列出",
    block="块",
    tokens="token",
    why="为什么在这里",
    total="合计",
    in_the_prompt="提示词原文",
    agent="代替模型的小程序：它只读这份提示词，别的什么都看不到",
    agent_read="读到：",
    compared="原因：先比对作用域，然后才检索",
    scope="作用域",
    granted="本会话可见",
    yes="是",
    no="否",
    values="{topic} 的各个取值",
    value="取值",
    status="状态",
    valid="有效期",
    until="{start} 至 {end}",
    open_end="现在",
    statuses={"active": "当前", "superseded": "已被取代"},
    done={"stored": "已存入", "superseded": "取代旧值", "unchanged": "没有变化"},
    layer_names={"conversation": "对话", "task": "任务", "profile": "画像", "memories": "记忆"},
    reasons={
        "system": "宿主程序给的",
        "constraints": "说过必须遵守",
        "profile": "怎么和这个人合作",
        "pinned": "固定在这个作用域里",
        "task": "工作进展到哪里",
        "window": "最近 20 条消息，成组保留",
        "recalled": "为这次提问检索到的",
        "tail": "有什么变化，并重申目标",
    },
    said_on="{day} 说的，消息 {id}",
    log_of="旧值的变更记录",
    log_line="修订 {n}，{day}，{actor}：{status}",
    log_side_effect="连带变更：{what}",
    log_reason="原因：{what}",
    end="以上只用了一个 SQLite 文件和四个进程，没有模型，也没有任何配置。\n您自己的记忆这样开始：",
    begin="叫我…",
    kept="每句话先原样存为消息，再各进一层，并带着依据",
    one_scope="pnpm 只是 repo:trip-miniapp 的记忆，用户画像里没有它",
    no_model="去向当场就知道，没有调用模型",
    remembered="提示词里有星期一那句话，而这次对话里没有人说过",
    used="命令是从提示词里得出的：{command}",
    not_a_word="整份提示词里没有一个 pnpm，两种接口格式都一样",
    out_of_reach="检索找不到它，用编号也取不到",
    still_there="但它还在：repo:trip-miniapp 的会话仍然看得到",
    profile_follows="怎么称呼小安跟过来了：这说的是人，不是某个仓库",
    superseded="新值在同一个事务里取代了旧值",
    one_current="当前值只有一个",
    old_kept="旧值仍然保留，依据和被谁取代都查得到",
    used_now="下一条命令随之改变：{command}",
    broken="不成立：{claim}",
)

WORDS = {Language.EN: _EN, Language.ZH: _ZH}
