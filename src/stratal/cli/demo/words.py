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
    turns: tuple[str, ...]
    """What else is said on Monday, in its order; the work that it is about is the task's."""
    form: str
    clutter: str
    tried: str
    tried_cause: str
    conclusion: str
    how: str
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
    turn: str
    sentence: str
    window: str
    taken_here: str
    taken: str
    entry: str
    said_in: str
    closed: str
    became: str
    what: str
    burned: str
    knows: str
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
    consolidated: str
    archived: str
    burned_told: str
    one_scope: str
    no_model: str
    three: str
    knows_why: str
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
    turns=(
        "We use vitest here, not jest.",
        "Write commit messages in English in this repo.",
        "We decided on UTC for stored times because the servers stand in three zones.",
        "Begin with the form.",
        "Make the button blue.",
    ),
    form="Build the booking form",
    clutter="the button is blue",
    tried="checked the dates in the button",
    tried_cause="the check ran twice",
    conclusion="The booking form checks its dates before it is sent.",
    how="How do you know?",
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
        Day.MONDAY: "Ana works on the repository trip-miniapp and says how it is done there.",
        Day.WEDNESDAY: "Another process, another conversation: nobody says again how it is done.",
        Day.THURSDAY: "The same Ana in another repository, billing-api, which is an npm workspace.",
        Day.FRIDAY: "Back in trip-miniapp, Ana changes her mind.",
    },
    process="process {pid} · conversation {conversation} · scopes {scopes}",
    says="Ana",
    answers="What became of it",
    turn="turn",
    sentence="Ana says",
    window="of the window",
    taken_here="▲ full: what was said until here is taken into the task",
    taken="Consolidated: what the span adds to the task, and in which message it was said",
    entry="entry",
    said_in="said in message",
    closed="The task is closed: what others need is archived, the rest goes with it",
    became="what became of it",
    what="what",
    burned="burned",
    knows="How {key} = {value} is known",
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
    kept="each sentence was kept as a message first, word for word",
    consolidated="at the threshold the conversation went into the task: four entries, each cited",
    archived="at its close three conventions, a decision, a lesson and the result were archived",
    burned_told="what nobody needs went with the task, and the answer says so",
    one_scope="pnpm is a memory of repo:trip-miniapp alone; the profile knows nothing of it",
    no_model="all of it without a model, and without a word being asked",
    three="three conventions were fetched by their exact scope, before anything was searched",
    knows_why="who asks is told the quotation, the day and the history",
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
    turns=(
        "这个项目用 vitest，别用 jest",
        "这个仓库提交信息用英文",
        "我们决定时间一律存 UTC，因为服务器在三个时区",
        "先做表单",
        "按钮改成蓝色",
    ),
    form="做预订表单",
    clutter="按钮是蓝色的",
    tried="在按钮里检查日期",
    tried_cause="检查跑了两遍",
    conclusion="预订表单在提交之前会检查日期",
    how="你怎么知道的？",
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
        Day.MONDAY: "小安在 trip-miniapp 仓库里干活，告诉智能体这里的规矩。",
        Day.WEDNESDAY: "换了进程，换了对话：没有人再说一遍该怎么做。",
        Day.THURSDAY: "还是小安，换了一个仓库 billing-api，它是 npm workspace。",
        Day.FRIDAY: "回到 trip-miniapp，小安改了主意。",
    },
    process="进程 {pid} · 对话 {conversation} · 作用域 {scopes}",
    says="小安",
    answers="每句话的去向",
    turn="轮次",
    sentence="小安说",
    window="占窗口",
    taken_here="▲ 窗口快满了：到这里为止沉淀进任务",
    taken="沉淀：这一段给任务添了什么，出自哪条消息",
    entry="条目",
    said_in="出自消息",
    closed="任务关闭：别处用得上的归档，其余随任务销毁",
    became="去向",
    what="内容",
    burned="已销毁",
    knows="为什么说 {key} = {value}",
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
    kept="每句话先原样存为消息，一字不差",
    consolidated="到了阈值，对话沉淀进任务：四个条目，各有出处",
    archived="关闭时归档了三条约定、一个决定、一条教训和结论",
    burned_told="没人需要的随任务销毁，并且说明了",
    one_scope="pnpm 只是 repo:trip-miniapp 的记忆，用户画像里没有它",
    no_model="全程没有调用模型，也没有多问一句",
    three="三条约定按作用域精确取来，在任何检索之前",
    knows_why="问起来，有原话、日期和历史",
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
