"""Rules for the looser ways of asking an agent to ask first, to act, or to act at will."""

from __future__ import annotations

import re

from stratal.text.own_words import BLANK
from stratal.text.plain_agent_rules import ask, order
from stratal.text.statement_parts import COMMAS, Reading, Rule, StatementKind, Told, rule
from stratal.text.wording import (
    ACT_EN,
    ACT_ZH,
    ONCE,
    ORDER_ZH,
    QUESTION,
    REPORTED,
    THIS_ONCE,
    UNMEANT,
)

# What to ask about first.

MY_YES = (
    r"(?:my (?:ok|okay|approval|confirmation|go-ahead|permission|consent|sign-off|blessing|yes|"
    r"green "
    r"light|explicit (?:ok|okay|approval|permission|consent|go-ahead))|a (?:yes|green light|"
    r"go-ahead|"
    r"confirmation) from me|me to (?:confirm|approve|sign off|say yes|say ok))"
)
ASKING = (
    rf"(?:ask(?: me)?(?: first)?|(?:double[- ])?check (?:in )?with me|confirm (?:it )?with me|"
    rf"run it (?:by|past) me|"
    rf"clear it with me|talk to me|let me know|tell me|consult me|warn me|ping me|show me|"
    rf"get {MY_YES}|"
    rf"wait for {MY_YES}|seek {MY_YES}|obtain {MY_YES}|have {MY_YES}|i want to (?:know|"
    rf"approve|be asked|see it)|"
    rf"i need to (?:approve|confirm|know)|i'd like to be asked)"
)
_WITHOUT = (
    rf"(?:(?:without|before) (?:asking(?: me)?(?: first)?|{MY_YES}|checking with me(?: first)?|"
    rf"confirming with "
    rf"me|my having (?:seen|approved) it|i(?:'ve| have)? (?:approved?|seen|confirm(?:ed)?|"
    rf"reviewed|said|signed off|agreed?)[^.;,]*)"
    rf"|(?:until|unless|before) i (?:say so|say yes|confirm|approve|have approved|agree|tell "
    rf"you(?: to)?|ok it|give you|"
    rf"sign off|explicitly (?:say|confirm|approve))[^.;,]*)"
)
ASK_ZH = (
    r"(?:(?:先|都|要|必须|得|请|务必|一定要?|需要|记得|应该|最好|你|再|提前|事先){0,4}(?:问(?:一下|一"
    r"声|过|问)?我|(?:跟|和|找|向|同)"
    r"我(?:再)?(?:确认|"
    r"说|商量|打招呼|打声招呼|讲|沟通|汇报|报备|核对|通气|通个气|confirm|check|sync|过一下|对一下|碰一下)|(?:征求|征得|取得)我(?:的)?(?:同意|"
    r"意见|许可)|经"
    r"过?我(?:的)?(?:同意|确认|批准|点头|审核|允许)|"
    r"得到我(?:的)?"
    r"(?:同意|确认|批准|许可)|让我(?:先)?(?:确认|看|过目|审|过一遍|知道|点头)|给我(?:先)?(?:看|过"
    r"目|审)|等我(?:的)?(?:同意|点头|确认|批准|回复|"
    r"答复|拍板)|通知我|告诉我|知会我|告知我|我(?:同意|批准|点头|确认|拍板)(?:才|了才|后|了再))"
    r"(?:一下|一声|一句|一嘴|下|一眼|一遍|过|才行|才可以|才能做|再说|了)*(?:再[^，,。；;]{1,4})?)"
)

ASK_BEFORE: list[Rule] = [
    *rule(
        StatementKind.ASK_BEFORE,
        ask,
        (QUESTION, REPORTED, THIS_ONCE),
        rf"{ASKING}\s+(?:first\s+)?(?:before|prior to|ahead of)\s+(?P<value>[^.;,，]+)",
        rf"(?:before|prior to)\s+(?P<value>[^.;,]+),\s*(?:please\s+|you must\s+|you should\s+|"
        rf"always\s+|first\s+)*{ASKING}"
        r"(?: first)?",
        rf"(?:don't|do not|never|no|you must not|you may not|nothing gets|must not)"
        rf"\s+(?:ever\s+)?(?P<value>(?!forget|have|need)[\w-]+[^.;,]*?)"
        rf"\s+{_WITHOUT}",
        r"i (?:want|need|'d like|would like|have) to (?:approve|review|see|confirm|sign off on|"
        r"check|ok)\s+(?P<value>[^.;,]+?)\s+"
        r"(?:before|first)\b.*",
        r"let me (?:approve|review|see|confirm|check|look at)\s+(?P<value>[^.;,]+?)\s+(?:before|"
        r"first)\b.*",
        rf"(?P<value>[^.;,]{{3,60}}?)\s+(?:needs?|requires?)\s+{MY_YES}(?: first)?",
        rf"(?:for|if it comes to|when it comes to)\s+(?P<value>[^.;,]{{3,50}}),\s*(?:please\s+|"
        rf"always\s+)*{ASKING}(?: first)?",
        rf"(?P<value>[^，,。；;：:?？他她]{{2,30}}?)(?:之前|以前|前)[，,]?\s*{ASK_ZH}",
        rf"(?P<value>[^，,。；;：:?？他她]{{2,20}}?)(?:的?事情?|这种事|这类事|这件事)?(?:都)?(?:"
        rf"要|必须|得|需要|一定要|都要|都得|"
        rf"先|须|应当){ASK_ZH}",
        r"(?:没有?|未经|不经过?|没经过|没得到|未得到)(?:经过|得到)?我(?:的)?(?:同意|允许|确认|许"
        r"可|批准|点头|首肯|授权|说)(?:之前|前|的话|"
        r"行)?[，,]?\s*"
        r"(?:之前|就|都|你)?(?:不要|别|不能|不准|不许|不得|禁止|谁也别|严禁)\s*(?P<value>"
        r"[^，,。；;]+)",
        r"(?:我|等我)(?:没)?(?:点头|同意|确认|批准)(?:之前|前|以前)[，,]?\s*(?:不要|别|不能|不准|"
        r"不许|禁止)"
        r"\s*(?P<value>[^，,。；;]+)",
        rf"(?:要|想|需要|如果要)(?P<value>[^，,。；;]{{2,15}}?)(?:的话|时|的时候)?[，,]\s*(?:先|"
        rf"务必|请|一定){ASK_ZH}",
        r"(?:先|务必先|一定先)(?:问(?:过|一下)?我|(?:跟|和|找)我(?:确认|商量|说))(?:一下|一声)?"
        r"[，,]?\s*(?:之后|然后)?(?:再|才能?|"
        r"才可以)(?P<value>[^，,。；;]+)",
        r"(?P<value>[^，,。；;：:?？他她]{2,20}?)(?:的事情?|这种事|这类事)?(?:都)?(?:必须|一定|"
        r"得|要|需要|需){1,2}(?:由|"
        r"经)?我(?:来|亲自)?(?:批准|同意|点头|拍板|签字|"
        r"审批|确认)(?:才行|才可以|才能做)?",
        r"等我(?:点头|同意|确认|批准|拍板|看过|说可以)(?:了|之后|以后|后)?(?:再|才能?)(?P<value>"
        r"[^，,。；;]+)",
    ),
]

# Standing orders.

_TO_ACT = (
    rf"(?:{ACT_EN}|(?:post|restart|publish|share|upload|archive|renew|rotate|back ?up|schedule|"
    rf"assign|invite|report|label|"
    r"run the (?:backup|nightly|report|sync|job|script|migration|cleanup)|clean up|tidy up|"
    r"generate|prune|deploy|approve|revert|forward|send|remind|email|text|pay|tag|reply to|"
    r"respond to|answer(?! (?:me|in|with|to)\b)|escalate|close|order|book|top "
    r"up|reorder|broadcast|announce|tweet|sync|"
    r"transfer|trigger|hand over|cc|copy|remind|resend|update (?:the )?(?:ticket|tickets|status "
    r"page|board|customer|"
    r"client|wiki|calendar|spreadsheet|sheet|team)|reject|accept|decline)\b(?! (?:me|it to me|to "
    r"me|us|the function)\b))"
)
_WHEN_ZH = (
    r"(?:(?:每(?:天|日|周|月|年|晚|早|小时|星期|个月|个?工作日|次|当|逢)|只要|一旦|凡是|一有|但"
    r"凡|收到|遇到|如果|有(?!权)|客户|用户|谁)"
    r"[^，,。；;他她我]{0,24}?"
    r"[，,]?\s*(?:就|都|一律|自动|直接|马上|立刻|立即|要|请|给|把|帮我|向|替我|的话)+)"
)

_ACTS_ZH = (
    r"(?:发(?:放|一?[张个份条封])?(?:优惠券|券|验证码|周报|日报|月报|报告|报表|提醒|通知|链接|祝"
    r"福|公告|账单|发票|红包|邮件|消息)|备份|归档|加急|"
    r"升级|转给|转发|转人工|抄送|回访|催款|续费|拉黑|封号|开票|扣款|退款|退货|补发|同步|更新(?:状"
    r"态|工单|看板|表格|文档)|建(?:群|单|任务)|打标签|"
    r"清理|拒掉|拒绝|指派|分配|转房租|转钱|打款|浇水|订|预约|关掉|关闭|删除|撤回|取消|清理|重启|"
    r"回滚|合并|部署|上线|推送|关单|结单|拒绝|通过)"
)

_ARRIVING = re.compile(
    r"(?:收到|发现|遇到|有人?|看到|碰到|检测到|出现)[^，,。]{1,14}?[，,]?(?:就|都|一律|自动|马上|"
    r"立刻|直接)"
    r"|\bif\b.*\b(?:always|automatically)\b|\bwhenever\b",
    re.IGNORECASE,
)


def standing(told: Told) -> Reading | None:
    """Reads an order that is to last, or that waits for what arrives."""
    lasts = told.heard.lasting or _ARRIVING.search(told.heard.words)
    return order(told) if lasts else None


STANDING: list[Rule] = [
    *rule(
        StatementKind.STANDING_ORDER,
        standing,
        (QUESTION, REPORTED, UNMEANT, ONCE),
        r"(?:every|each)\s+[^,;]{3,30}?,?\s+(?:please )?(?:send|give|remind|email|text|message|"
        r"brief|"
        r"tell|show|read|ping) (?:me|us)\b.*$",
        r"每(?:天|周|月|晚|早|个?工作日|个?星期)[^，,。；;他她]{0,12}?(?:给|帮|替|跟|提醒|叫|告"
        r"诉|推送?给?)我"
        r"(?:发|推|报|念|播|看|汇总|整理|订|买|讲|一下)?[^，,。；;]{0,14}$",
        rf"(?:(?:automatically|immediately|just|also|then|always)\s+)*{_TO_ACT}.*$",
        rf"(?:every|each|(?:after|before|on|with|for) (?:every|each)|once a|at the (?:end|start|"
        rf"beginning) of (?:every|each))\s+(?:(?!(?:we|i|he|she|they|it|the|our|my)\b)"
        rf"\w+,?\s+){{1,5}}?(?:(?:please|automatically|always|"
        rf"also|you should)\s+)*{_TO_ACT}.*$",
        rf"(?:whenever|every time|each time|any time|anytime|as soon as|once|when)"
        rf"\s+[^,;]{{3,60}},\s*(?:(?:please|automatically|always|"
        rf"immediately|just|you should|go ahead and)\s+)*{_TO_ACT}.*$",
        rf"{_WHEN_ZH}[^，,。；;我]{{0,20}}?{ACT_ZH}.*$",
        r"(?:每(?:天|周|月|晚|早)[^，,。；;他她我]{0,10}?)(?:给|把|向|帮我|自动|都|请|定时)"
        r"[^，,。；;我]{0,16}?(?:发|传|推送|同步|"
        r"提交|备份|归档|续费|充值|"
        r"更新|发布|通知|抄送|转)(?:给|到|送|一次|一份|出|至)?[^，,。；;]{0,12}$",
        rf"(?:每[^，,。；;他她我谁]{{1,10}}?|[^，,。；;他她我谁它们会已将了]{{2,12}}?)(?:就|都|一"
        rf"律|自动|直接|马上|立刻|请|"
        rf"帮我)+[^，,。；;我他她]{{0,10}}?{_ACTS_ZH}[^，,。；;]{{0,12}}$",
        rf"(?:[^，,。；;他她我谁]{{2,12}}?)(?:一律|自动|都直接|都自动|直接|就自动|就直接|都)(?:帮"
        rf"我|给|替我|"
        rf"把)?{ORDER_ZH}{ACT_ZH}.*$",
        about_work=True,
    ),
]

# Leave to act.

_UNASKED = (
    r"(?:without (?:asking|checking|confirm\w*|(?:my |any )?(?:approval|confirmation|permission|"
    r"consent|ok|okay))(?: with)?"
    r"(?: me)?(?: first)?|on your own|by yourself|directly|freely|whenever (?:you )?(?:like|want|"
    r"need|see fit|necessary)"
    r"(?: to)?|any ?time|at will|as you (?:like|see fit|please|wish)|unprompted|no questions "
    r"asked|yourself)"
)
_MAY = r"(?:you|claude|the (?:agent|assistant|bot))(?:\s+(?:may|can|could|are|'re|is))"
DEED_ZH = r"[^，,。；;我他她谁?？]{2,16}?"


def permitted(told: Told) -> Reading | None:
    value = told["value"].strip(COMMAS)
    if (
        not value
        or BLANK in value
        or re.match(
            r"(?:not|never|no)\b|(?:it|that|this|those|these|them|so)$|不|没|随便|尽管|(?:你|就)?(?:可以|"
            r"能)$|[这那](?:件?事儿?|个)?$",
            value,
            re.IGNORECASE,
        )
    ):
        return None
    return Reading(attribute="permission", value=value)


PERMISSIONS: list[Rule] = [
    *rule(
        StatementKind.PERMISSION,
        permitted,
        (QUESTION, REPORTED, ONCE),
        rf"{_MAY}(?:\s+(?:now|also|always|just))*\s+(?:(?:allowed|free|permitted|authori[sz]ed|"
        rf"welcome|cleared|entitled) to )?"
        rf"(?P<value>[^.;,?]{{2,60}}?)\s+{_UNASKED}.*",
        r"(?:you're|you are|claude is|the (?:agent|assistant|bot) is)\s+(?:now |also |always |"
        r"hereby )*(?:allowed|free|permitted|authori[sz]ed|"
        r"cleared|entitled) to\s+(?P<value>[^.;,?]{2,60})",
        r"you(?:'ve| have)?(?: got)?\s*(?:now |have )*(?:my |full |the |standing )*(?:permission|"
        r"ok|okay|blessing|go-ahead|approval|consent|"
        r"green light|authority|authori[sz]ation|clearance) (?:to|for)\s+(?P<value>[^.;,?]{2,60})",
        r"you have (?:full|admin|root|write|unrestricted) (?:access|rights|permissions?) (?:to|"
        r"on|for)\s+(?P<value>[^.;,?]{2,60})",
        rf"(?:go ahead and|feel free to|just go ahead and)\s+(?P<value>[^.;,?]{{2,60}}?)"
        rf"\s+{_UNASKED}.*",
        rf"feel free to\s+(?P<value>{ACT_EN}[^.;,?]{{0,60}})",
        r"(?:you )?(?:don't|do not|needn't|never)\s+(?:have to |need to |need )?(?:ask(?: me)?|"
        r"check(?: with me)?|wait for me|(?:my )?(?:approval|"
        r"permission|ok|okay|consent|confirmation|sign-off))(?: for (?:permission|confirmation|"
        r"approval))?(?: first)?\s+(?:before|to|for|"
        r"when|every time you)\s+(?P<value>[^.;,?]{2,60})",
        r"(?:there(?:'s| is) )?no need to (?:ask(?: me)?|check with me|confirm with me|wait for "
        r"me)(?: first)?\s+(?:before|to|for|when)\s+"
        r"(?P<value>[^.;,?]{2,60})",
        r"stop asking (?:me )?(?:before|for permission to|for confirmation before|to confirm "
        r"before|every time you)\s+(?P<value>[^.;,?]{2,60})",
        r"i(?:'m| am) (?:fine|ok|okay|happy|cool) with you\s+(?P<value>\w+ing [^.;,?]{2,60})",
        r"i (?:hereby )?(?:allow|permit|authori[sz]e|trust) you to\s+(?P<value>[^.;,?]{2,60})",
        r"i (?:give|grant) you (?:\w+ )?(?:permission|access|rights|authority|leave) (?:to|for)"
        r"\s+(?P<value>[^.;,?]{2,60})",
        rf"(?:以后|今后)?(?:你|助手|agent)(?:以后|今后|现在)?(?:可以|能|尽管|就)(?:随便|直接|自"
        rf"己|自行|任意|随时|放心|独立|不经我同意|"
        rf"不用问我)+(?:去|地|就)?"
        rf"(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?P<value>{DEED_ZH})(?:这种事|的事|这块)?[，,]?(?:你|都|就|以后|也|可以|完全)*(?:不"
        rf"用|无需|无须|不必|不需要|别|甭)"
        rf"(?:再|每次|都|总)*(?:来)?(?:问我|跟我"
        rf"(?:确认|说|商量|打招呼)|和我确认|找我确认|经过?我(?:的)?(?:同意|批准|确认)|等我(?:确"
        rf"认|同意|批准|点头)?|征求我的?(?:同意|意见)|"
        rf"我(?:的)?(?:确认|同意|批准|点头))",
        rf"(?P<value>{DEED_ZH})(?:你|助手)(?:可以)?(?:自己|自行|随便|直接|全权)(?:决定|看着办|做"
        rf"主|处理|来|定|搞定|操作|删|改|"
        rf"合并|弄)(?:就行|就好|吧|即可)?",
        rf"(?:不用|无需|不必|不需要)(?:再)?(?:问我|经我同意|跟我确认|等我)(?:了)?[，,]?\s*(?:就|"
        rf"也|你|直接|便)*(?:可以|能)(?:直接|"
        rf"自己|随时)?(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?:我)?(?:允许|授权|批准|准许|同意|准)你(?:以后|随时|直接|自行|可以)*"
        rf"(?P<value>{DEED_ZH})(?=$|[，,。；;])",
        rf"(?:我)?(?:给你|授予你|你有|你拥有)(?P<value>{DEED_ZH})的?(?:权限|权力|权利)",
        rf"你有权(?:限)?(?P<value>{DEED_ZH})(?=$|[，,。；;])",
    ),
]
