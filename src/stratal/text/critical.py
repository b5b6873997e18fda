"""What of a text must survive being told in other words.

A summary may choose its words for almost everything, but not for a number, a date, a path, an
address, an identifier, a flag, an error code, what somebody quoted, and what the user corrected:
told approximately, each of these is told wrongly. They are found here by their form, in English and
Chinese. In doubt a span is found: keeping one too many costs a few tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stratal.core.compaction import Critical
from stratal.text.own_words import own_words, sentences
from stratal.text.quotation import fold, is_pasted, stands_in
from stratal.text.wording import Wording

LONGEST = 2_000
"""Characters of the longest correction; what is longer is no sentence."""

_START = r"(?<![A-Za-z0-9_])"
_END = r"(?![A-Za-z0-9_])"
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[aApP]\.?[mM]\.?)?"
_PART_OF_DAY = "(?:凌晨|早上|上午|中午|下午|傍晚|晚上|今晚|明早)"
_HAN_DIGITS = "〇零一二两三四五六七八九十百千万亿"
_UNIT_EN = (
    r"(?:percent|per cent|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?"
    r"|[kmgtKMGT]i?[bB]|bytes?|bits?|[kMG]?Hz|[kmcμµn]?m|km/h|mph|miles?|feet|foot|inch(?:es)?"
    r"|[km]?g|kilos?|lbs?|pounds?|ounces?|lit(?:er|re)s?|[kMm]?W|kWh|[mk]?V|degrees?|px|pt|fps|rpm"
    r"|ms|μs|µs|ns|min|hrs?|[hs]|tokens?|lines?|rows?|files?|pages?|items?|times?|users?|people"
    r"|requests?|retries|attempts?|points?|dollars?|euros?|yuan|USD|EUR|GBP|CNY|RMB|JPY|million"
    r"|billion|thousand|[aApP]\.?[mM]\.?)"
)
_UNIT_ZH = (
    r"(?:个?(?:小时|月|星期|礼拜|季度|工作日)|毫秒|微秒|秒钟?|分钟?|点钟?|天|日|号|周|年|岁|元|块钱?|"
    r"角|美元|欧元|万元|亿元|人民币|斤|公斤|千克|克|吨|米|厘米|毫米|公里|里|升|毫升|度|摄氏度|字节|"
    r"兆|行|列|页|条|次|遍|人|位|名|个|件|台|只|张|份|种|层|楼|倍|折|岁|成|套|辆|本|篇|版|字|%|％|‰)"
)
_COUNT_EN = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|hundred|half an?|a dozen|dozens)"
)
_EXTENSION = (
    r"(?:py|pyi|ipynb|js|mjs|cjs|jsx|ts|tsx|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|md|rst|txt"
    r"|log|csv|tsv|xlsx?|docx?|pptx?|pdf|sql|db|sqlite|sh|bash|ps1|bat|go|rs|java|kt|c|h|cc|cpp|hpp"
    r"|cs|rb|php|swift|html?|css|scss|xml|svg|png|jpe?g|gif|webp|mp[34]|wav|zip|t?gz|tar|whl|so|exe"
    r"|proto|tf|vue|ps|tex|parquet|bak|tmp|key|pem|crt)"
)
_PART = r"[A-Za-z0-9_.@+%~-]{1,100}"

# In the order in which they are tried at each place: the more specific form wins. Every repetition
# is bounded, so that the time is proportional to the text whatever it holds.
_NAME = "[A-Za-z][A-Za-z0-9]{0,60}"
_BLOB = "[A-Za-z0-9+/=]{200,}"
_URL = (
    r"(?:[a-z][a-z0-9+.-]{1,20}://|www\.)"
    r"[^\s<>\"'`|\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]{1,2000}"
)
_MAIL = rf"{_START}[A-Za-z0-9._%+-]{{1,64}}@[A-Za-z0-9-]{{1,60}}(?:\.[A-Za-z0-9-]{{1,60}}){{1,5}}"
_DATE = (
    r"(?<![\d.-])\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?"
    r"(?:Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
    r"|(?<![\d/])\d{1,4}/\d{1,2}/\d{1,4}(?![\d/])"
    rf"|{_START}{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?{_END}"
    rf"|{_START}\d{{1,2}}(?:st|nd|rd|th)?(?:\sof)?\s{_MONTH}(?:,?\s\d{{4}})?{_END}"
    rf"|{_START}{_MONTH}\s\d{{4}}{_END}"
    rf"|(?:[\d{_HAN_DIGITS}]{{2,4}}年)?[\d{_HAN_DIGITS}]{{1,3}}月(?:[\d{_HAN_DIGITS}]{{1,3}}[日号])?"
    r"|\d{4}年(?!前|后|内|间)|(?:周|星期|礼拜)[一二三四五六日天](?!切|个)"
    rf"|{_PART_OF_DAY}?[\d{_HAN_DIGITS}]{{1,3}}[点點](?:半|整|[\d{_HAN_DIGITS}]{{1,3}}(?:分|刻)?)"
    rf"|{_PART_OF_DAY}[\d{_HAN_DIGITS}]{{1,3}}[点點]"
    rf"|(?<![\d:.]){_CLOCK}(?![\d:])"
    rf"|{_START}(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day{_END}"
)
_PATH = (
    rf"{_START}[A-Za-z]:\\(?:[!#-)+-.0-9;=@-\[\]-{{}}~]{{1,100}}\\?){{1,30}}"
    rf"|(?<![A-Za-z0-9_/.<:])(?:~|\.{{1,2}})?/{_PART}(?:/{_PART}){{0,30}}/?"
    rf"|{_START}{_PART}/{_PART}(?:/{_PART}){{1,30}}/?"
    rf"|{_START}{_PART}/[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]{{0,80}}\.{_EXTENSION}{_END}"
    rf"|{_START}[A-Za-z0-9_-][A-Za-z0-9_.-]{{0,80}}\.{_EXTENSION}{_END}"
    rf"|(?<![A-Za-z0-9_.])\.[a-z][a-z0-9_-]{{2,30}}(?:\.[a-z]{{2,8}})?{_END}"
    rf"|{_START}@[a-z0-9-]{{1,60}}/[a-z0-9._-]{{1,60}}"
)
_FLAG = r"(?<![A-Za-z0-9_-])--?[A-Za-z][\w-]{0,60}(?:=[^\s,;，。；]{1,100})?"
_ERROR_CODE = (
    rf"{_START}(?:E[A-Z]{{3,14}}|ERR_[A-Z0-9_]{{2,60}}|SIG[A-Z]{{3,7}}|0x[0-9a-fA-F]{{2,16}}"
    r"|(?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{2,60}(?:Error|Exception|Warning|Fault)"
    r"|(?:errno|exit (?:code|status)|status(?: code)?|HTTP(?:/\d(?:\.\d)?)?|error(?: code)?|code)"
    rf"[ :=]{{1,2}}-?\d{{1,6}}|[A-Z]{{1,6}}-?\d{{3,8}}){_END}"
    r"|(?:错误码?|状态码|退出码|返回码)\s?[:：]?\s?-?[A-Za-z]?\d{1,6}"
)
_HEX = "[0-9a-fA-F]"
_IDENTIFIER = (
    rf"{_START}{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}"
    rf"|\$\{{?[A-Za-z_]\w{{1,60}}\}}?|(?<![A-Za-z0-9_&])#\d{{1,8}}{_END}"
    rf"|{_START}(?:[A-Za-z_][A-Za-z0-9_]{{0,60}}(?:\.|::|->)){{1,8}}"
    rf"[A-Za-z_][A-Za-z0-9_]{{1,60}}(?:\(\))?{_END}"
    rf"|{_START}{_NAME}(?:_[A-Za-z0-9]{{1,60}}){{1,12}}(?:\(\))?"
    rf"|{_START}_{{1,2}}[A-Za-z]\w{{1,80}}"
    rf"|{_START}[a-z]{{1,40}}[0-9]{{0,8}}[A-Z][A-Za-z0-9]{{0,80}}(?:\(\))?"
    rf"|{_START}(?:[A-Z][a-z0-9]{{1,40}}){{2,8}}[A-Z]?(?:\(\))?{_END}"
    rf"|{_START}[A-Za-z]\w{{1,60}}\(\)"
    rf"|{_START}[A-Z]{{2,10}}-\d{{1,8}}{_END}"
    rf"|{_START}[vV]\d{{1,10}}(?:\.\d{{1,10}}){{0,6}}(?:[-+.][A-Za-z0-9]{{1,30}}){{0,6}}{_END}"
    rf"|{_START}\d{{1,10}}\.\d{{1,10}}\.\d{{1,10}}(?:[-+.][A-Za-z0-9]{{1,30}}){{0,6}}{_END}"
    rf"|{_START}(?=[0-9a-f]{{0,39}}[a-f])(?=[0-9a-f]{{0,39}}[0-9])[0-9a-f]{{7,64}}{_END}"
    rf"|{_START}(?=[A-Za-z-]{{0,40}}\d)[A-Za-z][A-Za-z0-9-]{{0,80}}{_END}"
    rf"|{_START}{_NAME}-\d[\w.-]{{0,60}}"
)
_NUMBER = (
    r"(?<![A-Za-z0-9_.])[-+±≈~<>≤≥]?(?:(?:[$€£¥￥]|US\$)\s?)?"
    r"\d(?:[\d,_]{0,60}\d)?(?:\.\d{1,40})?(?:[eE][-+]?\d{1,4})?"
    r"(?:\s?[-–~×x*/:至到]\s?\d{1,40}(?:[.,]\d{1,40}){0,4})?"
    rf"(?:\s?[%％‰°](?:[CF]{_END})?|\s?{_UNIT_EN}(?:/[a-z]{{1,5}})?{_END}|[A-Za-z]{{1,4}}{_END}"
    rf"|\s?[万亿千百]{{0,4}}\s?{_UNIT_ZH}|[万亿千百]{{1,4}})?"
    rf"|{_START}{_COUNT_EN}\s{_UNIT_EN}{_END}"
    rf"|[{_HAN_DIGITS}]{{2,12}}[多来几]?{_UNIT_ZH}"
    # Alone, some signs of numbers mean "very" or "by all means".
    rf"|(?!万一)(?=[十百千万亿]{{0,6}}[〇零一二两三四五六七八九])[{_HAN_DIGITS}]{{2,12}}"
    rf"|(?!十分(?!钟))[二两三四五六七八九十百][多来几]?{_UNIT_ZH}|半(?:天|年|小时|个月|月|价)"
    r"|一(?:天|周|年|元|块|小时|分钟|月|个月|个小时|个星期)(?!样|下|些)"
)
_FORMS = {
    # Encoded data: nobody quotes from it.
    "blob": _BLOB,
    "url": _URL,
    "mail": _MAIL,
    "date": _DATE,
    "path": _PATH,
    "flag": _FLAG,
    "error_code": _ERROR_CODE,
    "identifier": _IDENTIFIER,
    "number": _NUMBER,
}
_ANY = re.compile("|".join(f"(?P<{name}>{form})" for name, form in _FORMS.items()))
_KIND_OF = {
    "url": Critical.URL,
    "mail": Critical.IDENTIFIER,
    "date": Critical.DATE,
    "path": Critical.PATH,
    "flag": Critical.FLAG,
    "error_code": Critical.ERROR_CODE,
    "identifier": Critical.IDENTIFIER,
    "number": Critical.NUMBER,
}
_TRAILING = ".,;:!?)]}>'\"*"
_NO_WORDS = frozenset(
    ("e.g", "i.e", "a.m", "p.m", "etc", "vs", "n/a", "and/or", "GitHub", "JavaScript")
)
_LIST_MARK = re.compile(r"^[ \t]*(?:[-*]\s)?\d{1,3}[.)、](?=\s)", re.MULTILINE)

_QUOTED = re.compile(
    r"“(?P<a>[^”\n]{1,300})”|「(?P<b>[^」\n]{1,300})」|『(?P<c>[^』\n]{1,300})』"
    r"|《(?P<d>[^》\n]{1,300})》|‘(?P<e>[^’\n]{1,300})’|`{1,2}(?P<f>[^`\n]{1,300})`"
    r"|\"(?P<g>[^\"\n]{1,300})\"(?!\s*:)|(?<![\w'])'(?P<h>[^'\n]{1,300})'(?!\w)"
)

_CORRECTS = Wording(
    r"(?:^|[,，;:：—–(]\s*|\b(?:please|and|but|so|then|just|also|instead|ok|okay|no|hey|well|again|"
    r"note|remember|always|still)\s*[,:]?\s+)(?:please\s+)?(?:do\s*n[o'’]?t|do not|never|stop|"
    r"avoid|quit|no more|not)\b(?!\s+(?:sure|bad|yet|now|at all|really|too|that i know|only)\b)"
    r"|\b(?:should|must|may|can|shall|ought)\s?(?:not\b|n['’]t\b|never\b)(?!\s+(?:be able|you))"
    r"|\byou (?:cannot|can't|mustn't)\b"
    r"|\bnot\b[^.;?!\n]{1,100}\bbut\b|,\s*(?:and\s+)?not\s+\w|\bnot\s+\w+,\s*\w"
    r"|\binstead\b|\brather than\b|^(?:no|nope|wrong|incorrect|correction)\b\s*[,.:!—–-]"
    r"|\bactually\b|\bi (?:meant|said|told you|asked (?:you|for))\b"
    r"|\b(?:that|this|it)(?:['’]s| is| was|'s)(?:n['’]t| not| wrong| incorrect)\b|\bisn['’]t what\b"
    r"|\bshould (?:be|have been|read|say)\b|\b(?:wrong|mistaken|incorrect|misread|misunderstood)\b"
    r"|\b(?:change|rename|switch|move|replace|revert|undo)\b[^.;\n]{1,100}\b(?:to|with|by|back)\b"
    r"|\bno longer\b|\bforget (?:what|that|about)\b|\bscratch that\b"
    r"|(?<![特级区分类识性差告个鉴辨派离有])别(?!人|的|处|墅|致|扭|名|称|针|样|国|家|具|无|出|开)"
    r"|(?<![要重])不要(?!紧|脸|不)|不用(?!谢|客气|担心)|不准|不许|不得(?!不|了)|不应|不该|不可以?|禁止|"
    r"切勿|请勿|不能|莫要"
    r"|不是[^。！？!?\n]{1,60}(?:而)?是|改成|改为|改用|改回|换成|换为|换用|应该是|应为|应当是|不对|"
    r"错了|弄错|搞错|说错|写错|有误|而不是|而非|为准|更正|纠正|我(?:是说|说的是|的意思|要的是)|不再"
)
_ASKS = Wording(r"[?？]\s*$|[吗呢么]\s*[。.]?$")
_FORBIDS = Wording(
    r"^\s*(?:please\s+)?(?:do\s*n['’]?t|do not|never|no\b)|^\s*(?:请)?(?:别|不要|不准)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CriticalSpan:
    """A critical span: what it is and its exact words, ``text[start:end]``."""

    kind: Critical
    text: str
    start: int
    end: int


def critical_spans(text: str, *, by_user: bool = False) -> tuple[CriticalSpan, ...]:
    """The critical spans of `text`, in order, each wording once.

    Corrections are looked for only if the user said it, and only in the user's own words: what was
    quoted or pasted corrects nothing.
    """
    found = [*_by_form(text), *_quoted(text), *(_corrections(text) if by_user else ())]
    unique: dict[tuple[Critical, str], CriticalSpan] = {}
    for one in sorted(found, key=lambda one: (one.start, -one.end, one.kind)):
        unique.setdefault((one.kind, one.text), one)
    return tuple(unique.values())


class Standing:
    """Asks many spans whether they stand in one text, word for word."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = fold(text)

    def holds(self, span: str) -> bool:
        """Whether `span` stands in the text; neither a word nor a number may be cut off."""
        return fold(span) in self._folded and stands_in(span, self._text)


def unheld(spans: Iterable[str], text: str) -> list[str]:
    """Those of `spans` that do not stand in `text`."""
    standing = Standing(text)
    return [span for span in spans if not standing.holds(span)]


def _by_form(text: str) -> Iterator[CriticalSpan]:
    marks = {place for mark in _LIST_MARK.finditer(text) for place in range(*mark.span())}
    for match in _ANY.finditer(text):
        kind = _KIND_OF.get(match.lastgroup or "")
        said = match.group().rstrip(_TRAILING) if kind is not Critical.IDENTIFIER else match.group()
        said = said.rstrip()
        if kind is None or not said or said in _NO_WORDS or match.start() in marks:
            continue
        lead = len(said) - len(said.lstrip())
        start = match.start() + lead
        yield CriticalSpan(kind=kind, text=said[lead:], start=start, end=match.start() + len(said))


def _quoted(text: str) -> Iterator[CriticalSpan]:
    for match in _QUOTED.finditer(text):
        group = match.lastgroup
        assert group is not None
        said = match[group].strip()
        if any(character.isalnum() for character in said):
            start = match.start(group) + match[group].index(said)
            yield CriticalSpan(
                kind=Critical.QUOTATION, text=said, start=start, end=start + len(said)
            )


def _corrections(text: str) -> Iterator[CriticalSpan]:
    own = own_words(text)
    edges = _edges(text)
    for start, end in sentences(own, text):
        if end - start > LONGEST or not any(first <= start < last for first, last in edges):
            continue
        words = own[start:end]
        asks = _ASKS.search(words) and not _FORBIDS.search(words)
        if not asks and _CORRECTS.search(words):
            yield CriticalSpan(kind=Critical.CORRECTION, text=text[start:end], start=start, end=end)


def _edges(text: str) -> list[tuple[int, int]]:
    """Where in a message its writer speaks: all of it, or what stands around what was pasted."""
    if not is_pasted(text):
        return [(0, len(text))]
    lines = text.splitlines(keepends=True)
    head, tail = sum(map(len, lines[:5])), sum(map(len, lines[-5:]))
    return [(0, head), (len(text) - tail, len(text))]
