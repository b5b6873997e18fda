"""Rules for the looser ways of saying what was decided and what was learnt."""

from __future__ import annotations

from stratal.text.plain_decision_rules import decision, lesson
from stratal.text.readers import reasoned
from stratal.text.statement_parts import Rule, StatementKind, rule
from stratal.text.wording import QUESTION, REPORTED, UNMEANT

LESSONS: list[Rule] = rule(
    StatementKind.LESSON,
    lesson,
    (QUESTION, REPORTED),
    r"(?:the |a |our |my |one |main |key |big |biggest |important )*(?:lessons?|takeaways?|"
    r"learnings?|moral|gotcha|pitfall|"
    r"post-?mortem|retro)(?: learn(?:ed|t))?(?: of (?:this|the story|today|that))?(?: (?:from|"
    r"for|here)[^:：,]{0,40}?)?"
    r"\s*(?:[:：]|[—–-]\s|,?\s+is that|,?\s+was that|,?\s+is to|,?\s+was to|,?\s+is[:：]|"
    r",?\s+was[:：])\s*(?P<value>.+)$",
    r"(?:what )?(?:i|we)(?:'ve| have)?(?: just| all| finally)? (?:learn(?:ed|t)|found out|"
    r"discovered|realised|realized)"
    r"(?: the hard way| from (?:this|that|the)[^:：,]{0,30}?| here| today)*\s*(?:[:：,]|(?:is |was "
    r")?that|is)\s*(?P<value>.+)$",
    r"(?:i|we)(?:'ve| have)? learn(?:ed|t) the hard way\s+(?P<value>.+)$",
    r"(?:note|memo) to self\s*[:：,]\s*(?P<value>.+)$",
    r"learn(?:ed|t) the hard way\s*[:：,]\s*(?P<value>.+)$",
    r"(?:这次的?|本次的?|上次的?|最大的?|主要的?|血的|惨痛的?|我们的?|一个|得到的?|得出的?|总结"
    r"的?|事故的?|一点|复盘的?|重要的?)*(?:教训|经验教训|"
    r"经验|踩坑记录|"
    r"踩过的坑|踩的坑|踩坑|坑点|心得|复盘结论|复盘|启示|收获|体会)(?:总结)?(?:有一条|之一)?\s*(?:"
    r"就?是\s*[:：，,]?|[:：，,])"
    r"\s*(?P<value>.+)$",
    r"(?:我们|我|这次|从中|这回|大家)*(?:学到了?|学会了|吸取了?教训|吸取教训|明白了|长记性了|总结"
    r"出|得出)(?:的一点|的是|一点|一条|的教训|一个教训)*"
    r"(?:就?是\s*[:：，,]?|[:：，,])\s*(?P<value>.+)$",
    r"(?:吃一堑长一智|以后长记性)\s*[:：，,]\s*(?P<value>.+)$",
    about_work=True,
    open_ended=True,
)

UNTIL = (
    r"(?:\s+(?:over|instead of|rather than|not)\s+(?P<other>[\w.+#-]+))?"
    r"(?=\s*(?:$|[,;，；—–]|\bbecause\b|\bsince\b|\bdue to\b|\bas (?:it|the|we|our)\b|\bso that\b))"
)
UNTIL_ZH = (
    r"(?:[，,]?\s*(?:而不是|不用|而非|不选)\s*(?P<other>[A-Za-z0-9_.+#-]+))?(?=\s*(?:$|"
    r"[，,。；;]|因为|由于|理由|原因|主要是))"
)
_WE_ZH = r"(?:我们|咱们|团队|项目组|大家|组里|公司|领导层|架构上|技术上|会上|我)"
_AT_LAST_ZH = (
    r"(?:一起|最终|最后|已经|商量后|讨论后|讨论了一下|一致|还是|这边|商量好|先|都|今天|昨天|刚|经"
    r"过讨论|权衡之后|权衡后)"
)

DECISIONS: list[Rule] = [
    *rule(
        StatementKind.DECISION,
        decision,
        (QUESTION, REPORTED, UNMEANT),
        rf"(?:we|the team|i|my team|our team)(?:'ve| have)?\s*(?:just |now |finally |all |also |"
        rf"already )*(?:decided|agreed|settled|opted|"
        rf"chosen|resolved)\s+(?:that we(?:'ll| will)?|on|upon|to(?: go with| use)?|for|in "
        rf"favou?r of|we(?:'ll| will))\s+(?P<value>[^,;，；]+?)"
        rf"{UNTIL}",
        rf"(?:we|the team|i)(?:'ve| have)?\s*(?:just |now |finally |all "
        rf")*decided\s+(?P<value>against [^,;，；]+?){UNTIL}",
        rf"(?:the |our |final |my )*(?:decision|verdict)(?: is| was)?\s*(?:[:：]|(?:is|was)(?: "
        rf"to(?: use| go with)?)?)\s*(?P<value>[^,;，；]+?)"
        rf"{UNTIL}",
        rf"it (?:was|is|has been|'s been) (?:decided|agreed|settled) (?:that|to)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:it's )?(?:decided|settled|agreed)\s*[:：,]\s*(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}})?{_WE_ZH}?{_AT_LAST_ZH}*(?:决定|敲定|定"
        rf"下来|商定|拍板|说定|定了)"
        rf"(?:好|要|了|下来|的是|是|先)?\s*(?P<value>(?:用|"
        rf"使用|采用|选用|选择|选|改用|换成|不用|不再用|不再|放弃|上|走|不做|先不|砍掉|保留|取消|"
        rf"推迟|改成|改为|迁移|迁到|拆|合并|不拆|自己|自研|"
        rf"外包|灰度|上线|停止|暂停|统一|延期|支持|不支持|做|把)\s*[^，,。；;]{{1,4"
        rf"0}}?){UNTIL_ZH}",
        r"(?:方案|结论|决定|决议|最终方案|技术选型)(?:定下来了|已定|定了|是|如下)?\s*[:：]\s*"
        r"(?P<value>[^，,。；;]{2,60})",
        about_work=True,
    ),
    *rule(
        StatementKind.DECISION,
        reasoned(decision),
        (QUESTION, REPORTED, UNMEANT),
        rf"(?:we|i)(?:'ll| will|'re| are)\s+(?:host|hosting|build|building|deploy|run|ship|write|"
        rf"store|start|starting)(?:ing)?(?: it| everything| them)? (?:on|with|in|using)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:定了|决定了|说定了|就这么定了)[，,：:]\s*(?P<value>[^，,。；;]{{2,40}}?){UNTIL_ZH}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,8}})?(?:我们|咱们|团队)?(?:最终|最后|还是|"
        rf"就|都|一致)*(?:选定?|定在|定为|定成|"
        rf"采用|用的是)\s*(?P<value>[^，,。；;]{{1,30}}?){UNTIL_ZH}",
        rf"(?:we|the team|i)(?:'ve| have|'re| are|'ll| will)?\s*(?:just |now |finally |all "
        rf")*(?:picking|choosing|went with|gone with|going with|go with|going "
        rf"for|go for|chose|choose|chosen|picked|pick|dropped|ruled out|rejected|"
        rf"sticking with|stick with|stuck with|moving to|"
        rf"dropping|abandoned|skipped|postponed|selected|adopted)"
        rf"\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:go|going|stick|sticking) with\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:keep|drop|adopt|choose|pick|postpone)\s+(?P<value>[^,;，；]+?){UNTIL}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}})?{_WE_ZH}{_AT_LAST_ZH}*(?:选了|选定了?|"
        rf"选择了?|定了|定的是|放弃了?|"
        rf"弃用了?|选的是?|决定|敲定|采用了?|改用了?)\s*"
        rf"(?P<value>[^，,。；;]{{1,40}}?){UNTIL_ZH}",
        rf"(?:[^，,。；;他她它你您谁们人a-zA-Z\s]{{1,6}}){_AT_LAST_ZH}+(?:选了?|定了|定的是|用了|"
        rf"决定用|采用了?|选定)"
        rf"\s*(?P<value>[^，,。；;]{{1,40}}?){UNTIL_ZH}",
        r"(?:之所以)?(?:选择?|采用|用)\s*(?P<value>[^，,。；;]{1,30}?)(?:[，,]\s*)?(?:是因为|是由"
        r"于|的原因是|的理由是)(?=.)",
        about_work=True,
    ),
]
