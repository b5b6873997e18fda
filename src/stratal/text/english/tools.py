"""What English speakers work with: "our books are in Xero"."""

from __future__ import annotations

from stratal.text.english.products import DIGITAL, KNOWN, is_product
from stratal.text.english.tool_contrasts import CONTRASTS
from stratal.text.english.tool_parts import (
    BIDDEN,
    DONE,
    HOW,
    OBJ,
    SOFT,
    USED,
    VERBS,
    V,
    named,
    of_others,
    starts,
    tool_of,
)
from stratal.text.statement_parts import Reading, Rule, StatementKind, Told, sought


def _known(told: Told) -> Reading | None:
    """Reads a name only if it stands on a list, or has a capital and "for" something digital."""
    value = told["value"]
    known = is_product(value, known=True)
    if not known and not (is_product(value) and told["thing"] and DIGITAL.search(told["thing"])):
        return None
    return tool_of(told)


_FOR = (
    r"(?:\s+(?:for|to (?:do|keep|track|manage|write|run|edit|plan|store|draw|build)|"
    r"as)\s+(?P<thing>[^,;:.!?]{2,50}?)(?=\s*(?:$|[,;:.!?(—–]|\band\b|\bbut\b|\bso\b|\bbecause\b)))"
)

TOOLS: list[Rule] = [
    *CONTRASTS,
    # Our books are in Xero; tickets live in Linear.
    *sought(
        StatementKind.TOOL,
        named,
        (*USED, starts, of_others),
        r"\b(?P<thing>(?:(?:my|our|all|all my|all our|all of my|all of our|all the|the|every|"
        rf"this|the whole|our whole|my whole|our entire|both) [\w'’&/ -]{{2,50}}?|everything(?: "
        rf"\w+){{0,3}}?|[\w-]+s(?= here)|(?-i:[a-z])[\w-]+s))(?: here| now| at \w+)? (?:is|are|"
        r"runs?|lives?|sits?|goes(?: out| in| over)?|go(?: out| in| over)?|come in|comes in|get "
        r"sent|gets sent|happens?|comes? out of|gets?|stays?|uses?|has been|have "
        rf"been)\s+{DONE}(?:in|on|with|through|via|to|into|by|under|inside)\s+{V}",
        rf"\b(?P<thing>(?:(?:my|our|this|the whole) [\w'’&/-]+(?: [\w'’&/-]+){{0,2}})) (?:uses|"
        rf"runs|use)\s+{V}",
    ),
    # I keep the accounts in GnuCash; I grade everything through Canvas.
    *sought(
        StatementKind.TOOL,
        named,
        (*USED, starts),
        rf"\b(?:i|we)\b[^.;:!?]{{4,80}}\band (?:also |then |now |we |i "
        rf")?{VERBS}\s+(?P<thing>{OBJ})\s+{HOW}\s+{V}",
        rf"\b(?:i|we)\s?{SOFT}(?!\w+ed\b|(?:had|was|were|found|saw|got|lost|met|left|went|want|"
        r"need|see|know|like|love|hate|think|hope|wish|can|could|would|will|should|must|may|"
        r"might|did|wonder|struggle|learn|read|watch|heard|miss|"
        r"missed)\b)[a-z]+\s+(?P<thing>(?:all (?:of )?)?(?:my|our) [\w'’&/-]+(?: "
        rf"[\w'’&/-]+){{0,3}}?)\s+{HOW}\s+{V}",
        rf"\b(?:i|we|our team|the team|our \w+|my team)\s?{SOFT}{VERBS}s?\s+(?P<thing>{OBJ}(?:"
        rf"\s+for [\w' -]{{2,30}}?)?)(?: \w+ly)?\s+{HOW}\s+{V}",
        rf"\b(?:i|we)\s?{SOFT}(?P<thing>deploy|code|program|develop|build|bundle|lint|format|"
        r"test|host|log|invoice|edit|animate|typeset|mix|budget|journal|blog|book-?keep|"
        r"type-?check|version|monitor|draw|sketch|model|chart|ship|write code|take notes|run "
        r"tests|run payroll|make music|edit photos|edit video)\s+(?:everything "
        rf")?{HOW.replace('over', 'to')}\s+{V}",
        rf"\b(?:i|we|the team|our team|my team)\s?{SOFT}(?:{VERBS}|arrange|compose|work|"
        r"practi[sc]e|publish|read|learn|study|animate|sew|knit|quilt|paint|sing|film|shoot|"
        r"stream|broadcast|communicate|talk|meet|chat|coordinate|collaborate|automate|query|"
        r"visuali[sz]e|simulate|engrave|weave)s?\b(?:\s+(?!in\b|with\b|on\b|using\b|via\b|"
        rf"through\b)[\w'’&/-]+){{0,7}}?\s+{HOW}\s+(?P<value>{KNOWN})",
        rf"\bfor (?:the|my|our|all|every) (?P<thing>[\w'’ -]{{2,40}}?),?\s+(?:i|"
        rf"we)\s?{SOFT}(?:use|keep everything in|work in|work with|run|rely on|go through|am on|"
        rf"'m on|have|do everything in|do it all in|prefer)\s+{V}",
    ),
    *sought(
        StatementKind.TOOL,
        named,
        USED,
        rf"\b{V},? (?:it's|that's|which is|and that's|and it's) what (?P<thing>(?:i|we) (?:use|"
        r"teach|work|run|write|edit|have|do|keep|build|bill|grade|draw)\w*)",
        hint=r"\bwhat (?:i|we)\b",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*USED, starts),
        rf"\b{V} user here\b",
        hint=r"\buser here\b",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*USED, starts),
        rf"\b{V}(?:'s| is) (?:what|the (?:tool|one|app|software|program|thing|system|editor|"
        r"language)) (?:that )?(?:i|we)(?:'re| are| all| both|'ve)* (?:use|work|run|write|edit|"
        r"keep|have|do|live|on|using|code|build|rely|teach|grade|stuck)",
        hint=r"(?:\bis|\'s) (?:what|the) ",
    ),
    # We use Jenkins here; we're on Snowflake; a Rails shop.
    *sought(
        StatementKind.TOOL,
        _known,
        (*USED, starts),
        rf"\b(?:i|we|our team|the team|our office|our company)\s?{SOFT}(?:uses?|runs?(?: on)?|"
        r"works? (?:in|with|on|out of)|lives? in|rel(?:y|ies) on|sticks? (?:to|with)|builds? "
        r"(?:with|on)|deploys? (?:with|to|on)|hosts? on|codes? in|writes? in|develops? in|"
        r"writes? everything in|run everything (?:on|through)|do everything in|keep everything "
        rf"in|swear by)\s+{V}(?! (?:class|course|tutorial|training|exam))(?:{_FOR})?",
        r"\b(?:i'm|i am|we're|we are)(?: all| both| still| now| an?| mostly| only| firmly| "
        rf"strictly)*\s+(?:on |using |running |working (?:in|with|on) |with )?{V}\s+(?:shop|team|"
        r"house|office|user|users|person|people|company|household|only|studio|developer|dev|"
        r"programmer)\b",
        rf"\b(?:i've|we've|i have|we have) been (?:on|using|running|with)\s+{V}(?= for| since| "
        r"ever|[,.!]|$)",
        r"\b(?:i'm|i am|we're|we are)(?: all| both| still| now| mostly| only| strictly)* (?:on|"
        rf"using|running|working (?:in|with))\s+{V}(?=\s*(?:$|[,.!;:—–(]|here|for|at|so|and|but|"
        r"because|btw|by the way|over here|across))",
        r"\b(?:my|our)(?: \w+)? (?:editor|ide|shell|terminal|browser|package manager|formatter|"
        r"linter|os|operating system|notes app|mail client|database|db|framework|tool of choice|"
        r"go-to|stack|crm|daw|language|calendar app|test runner|bundler|task tracker|issue "
        r"tracker|tracker|ticketing system|helpdesk|wiki|email client|word processor|spreadsheet|"
        r"accounting software|accounting program|software|host|cms|till system|pos|booking "
        r"system|queue|broker|orm|cloud|ci)(?: here| of choice| at work)?(?:'s| is| has always "
        rf"been| has to be|:)\s+{V}",
    ),
    *sought(
        StatementKind.TOOL,
        _known,
        (*BIDDEN, starts),
        rf"\b(?:always |please |only |just )*(?:use|stick (?:to|with)|go with)\s+{V}\s+(?:for "
        r"(?:all|every|any|everything|anything|my|our)\b|whenever|when(?:ever)? you|in (?:all|"
        r"every|any|this|our) |everywhere|from now on|by default|only\b|and nothing else|going "
        r"forward)",
        r"\b(?:always|from now on,?|by default,?|only) (?:please )?(?:use|stick (?:to|with)|go "
        rf"with|write)\s+{V}",
    ),
]
