"""Which words of a message are the speaker's own, and where its sentences are.

What was quoted, pasted or fenced is somebody else's: it states nothing about the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stratal.text.quotation import fold, stands_in

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

BLANK = "\ufffc"
"""What stands for each character that is not the speaker's own."""

_PASTED = re.compile(
    r"(?P<fence>^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\2[^\n]*$|\Z))"
    # Our own fences, and any other markup of blocks: what stands in it came from elsewhere.
    r"|(?P<markup><([A-Za-z][\w-]*)(?:\s[^<>\n]*)?>.*?(?:</\4>|\Z))"
    r"|(?P<lines>^(?:>|[ ]{4}|\t|\||[+-]{3} |@@|\$ |#!|\[[^\]\n]*\d[^\]\n]*\]"
    r"|\d{4}-\d\d-\d\d[T ]"
    r"|(?:chore|feat|fix|docs|refactor|perf|revert|style|build|ci|test)(?:\([^)\n]*\))?!?: "
    r"|#{1,6}[ ](?=[^\n]*[\u4e00-\u9fff])|//"
    r"|\"[^\"\n]+\"\s*[:：]\s*[\"\d{[]).*$)"
    # A line with a speaker before it is from a transcript.
    r"|(?P<speaker>^[ \t]*(?!(?i:Note|Notes|PS|Remember|Decision|FYI|Important|Rule|Correction|"
    r"Preference|Lesson|Lessons|Takeaways?|Name|Time ?zone|Gotcha|Pitfall|Memo|Moral|Language|Die"
    r"t|Update|Please|Also|Reminder|TODO|Warning)\b)"
    r"(?:[A-Z][\w.-]*(?:[ ][A-Z][\w.-]*)?|user|assistant|human|system|ai|bot)[ ]?[:：][ \t].*$)"
    r"|(?P<zh_speaker>^[ \t]*(?!血的|最终|本人|大名|结果|总之|备案|声明|"
    r"重申|特别|重要|口味|忌口|过敏|工具|今后|"
    r"往后|之后|默认|顺便|希望|劳|烦|注意|记住|备注|备忘|存一?下|踩过|踩坑|复盘|方案|姓名|名字|时区|称"
    r"呼|心得|收获|启示|纠正|要求|决定|教训|更正|规则|另外|补充|提醒|经验|约定|"
    r"偏好|以后|踩坑|结论|语言|时间|饮食|[别不请这那我你您记今从在用叫把给对就要还帮])"
    r"[\u4e00-\u9fff]{2,4}[：:].*$)",
    re.MULTILINE | re.DOTALL,
)
_DOT_IN_LINES = re.compile(r"[^\n]")
_QUOTED = re.compile(
    r"“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|(?P<title>《[^》\n]*》)|‘[^’\n]*’|\"[^\"\n]*\"|`[^`\n]*`"
    r"|(?<![\w'])'[^'\n]+'(?!\w)"
)
_REMARK = re.compile(r"(?<=[;{}),])[ \t]*(?://|#)[^\n]*")
"""A remark behind a line of code."""
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])[’ʼ＇](?=[A-Za-z])")


def own_words(text: str) -> str:
    """`text` with everything that is not the speaker's blanked out, character for character.

    Code, quoted lines, markup, transcripts, logs and sayings in quotation marks go; a name in
    quotation marks only loses the marks. An apostrophe is the plain one, whatever was typed.
    """
    text = _REMARK.sub(lambda found: BLANK * len(found.group()), _APOSTROPHE.sub("'", text))
    return _QUOTED.sub(_unquoted, _pasted_blanked(_turns_blanked(text)))


_TURNS = re.compile(
    r"<\|im_start\|>.*?(?:<\|im_end\|>|\Z)|\[INST\].*?(?:\[/INST\]|\Z)"
    # A role that is named opens a piece of a transcript, up to the next empty line.
    r"|^[ \t#*]*(?:system|assistant|human|user|ai|系统|助手|用户)[ *]*[:：].*?(?=\n[ \t]*\n|\Z)"
    r"|^[ \t]*[\[【](?:system|assistant|human|user|ai|系统|助手|用户)[\]】][^\n]*"
    # A mail that was passed on reaches to the end.
    r"|^(?:-{2,}[ ]*(?:original message|forwarded message|begin forwarded|转发|原始邮件).*"
    r"|(?:begin )?forwarded message:.*|on [^\n]{5,120} wrote:[ \t]*\n.*"
    r"|from: [^\n]+\n(?:(?:to|sent|date|subject|cc|reply-to): [^\n]*\n)+.*"
    r"|发件人[：:][^\n]*\n.*)\Z",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_SAYING = re.compile(r"“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|\"[^\"\n]*\"|`[^`\n]*`")


def of_others_blanked(text: str) -> str:
    """`text`, a message, with what was pasted or quoted blanked out, character for character.

    Blocks of code and markup, quoted lines, mails that were passed on, turns of a transcript and
    sayings in quotation marks go. A line that begins with a name may be a note of the person's own,
    and stays, and so does a name in quotation marks.
    """
    return _SAYING.sub(_saying_blanked, _pasted_blanked(_turns_blanked(text), speakers=False))


def pasted_part(text: str) -> str:
    """What of a message was pasted or quoted, and is not the speaker's own; "" if nothing."""
    kept = of_others_blanked(text)
    return "".join(
        one if own == BLANK or one == "\n" else "" for one, own in zip(text, kept, strict=True)
    ).strip()


def _turns_blanked(text: str) -> str:
    return _TURNS.sub(lambda found: _DOT_IN_LINES.sub(BLANK, found.group()), text)


def own_part(quotation: str, text: str) -> str:
    """Of `quotation`, which stands in the message `text`, what is the speaker's own; "" if nothing.

    Where only some of it is theirs, its pieces stand on lines of their own.
    """
    blanked = of_others_blanked(text)
    if stands_in(quotation, blanked):
        return quotation
    wanted = fold(quotation)
    pieces = (_shared(fold(piece), wanted) for piece in blanked.split(BLANK))
    return "\n".join(piece for piece in pieces if _SAYS.search(piece))


_SAYS = re.compile(r"\w")


def _shared(piece: str, quotation: str) -> str:
    """What `piece` of a message has in common with a quotation that may begin or end inside it."""
    if not piece or stands_in(piece, quotation):
        return piece
    words, wanted = piece.split(), quotation.split()
    for count in range(min(len(words), len(wanted)), 0, -1):
        if words[-count:] == wanted[:count] or words[:count] == wanted[-count:]:
            return " ".join(words[-count:] if words[-count:] == wanted[:count] else words[:count])
    return ""


def _saying_blanked(found: re.Match[str]) -> str:
    said = found.group()
    return said if _is_name(said[1:-1]) else BLANK * len(said)


def _pasted_blanked(text: str, *, speakers: bool = True) -> str:
    out, at = [], 0
    while found := _PASTED.search(text, at):
        end = found.end()
        if not speakers and found.lastgroup in ("speaker", "zh_speaker"):
            # Only the label is passed over: what follows on its line may be markup.
            label = re.search("[:：]", text[found.start() :])
            end = found.start() + label.end() if label else end
            out.append(text[at:end])
            at = end
            continue
        if found.lastgroup in ("lines", "speaker", "zh_speaker"):
            newline = text.find("\n", found.start())
            end = len(text) if newline < 0 else newline
        if end == found.start():
            break
        out += [text[at : found.start()], _DOT_IN_LINES.sub(BLANK, text[found.start() : end])]
        at = end
    return "".join([*out, text[at:]])


def _unquoted(found: re.Match[str]) -> str:
    """A name in quotation marks loses the marks; a saying in them is another's and goes."""
    inner = found.group()[1:-1]
    return f" {inner} " if not found["title"] and _is_name(inner) else BLANK * len(found.group())


def _is_name(inner: str) -> bool:
    short = len(inner.split()) <= 2 and len(HAN.findall(inner)) <= 4 and len(inner) <= 30
    return short and bool(inner.strip()) and not _SENTENCE_ZH.match(inner)


_SENTENCE_ZH = re.compile("[我你他她请别不记](?=.{2})")


_SENTENCE = re.compile(
    r"(?:[^\n。！？!?；;.]|\.(?![\s\"')\]]|$)|(?<=\be\.g)\.|(?<=\bi\.e)\.|(?<=\bvs)\."
    r"|(?<=\betc)\.|(?<=\b[DM]r)\.|(?<=\b(?:Mrs|Rev))\.|(?<=\b(?:Ms|Mx|St))\.|(?<=\bProf)\.)+"
    r"[。！？!?；;.]*"
)


def sentences(own: str, text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of `own`, the blanked form of `text`."""
    for found in _SENTENCE.finditer(own):
        if not found.group().strip():
            continue
        piece = text[found.start() : found.end()]
        lead = len(piece) - len(piece.lstrip())
        yield found.start() + lead, found.end() - (len(piece) - len(piece.rstrip()))
