"""Which words of a message are the speaker's own, and where its sentences are.

What was quoted, pasted or fenced is somebody else's: it states nothing about the speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

BLANK = "\ufffc"
"""What stands for each character that is not the speaker's own."""

_PASTED = re.compile(
    r"(?P<fence>^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\2[^\n]*$|\Z))"
    # Our own fences, and any other markup of blocks: what stands in it came from elsewhere.
    r"|(?P<markup><([A-Za-z][\w-]*)(?:\s[^<>\n]*)?>.*?(?:</\4>|\Z))"
    r"|(?P<lines>^(?:>|[ ]{4}|\t|\||[+-]{3} |@@|\$ |#!|\[[^\]\n]*\d[^\]\n]*\]"
    r"|\d{4}-\d\d-\d\d[T ]).*$)"
    # A line with a speaker before it is from a transcript.
    r"|(?P<speaker>^[ \t]*(?!(?i:Note|Notes|PS|Remember|Decision|FYI|Important|Rule|Correction|"
    r"Preference|Lesson|Lessons|Takeaway|Update|Please|Also|Reminder|TODO|Warning)\b)"
    r"(?:[A-Z][\w.-]*(?:[ ][A-Z][\w.-]*)?|user|assistant|human|system|ai|bot)[ ]?[:：][ \t].*$)"
    r"|(?P<zh_speaker>^[ \t]*(?!注意|记住|备注|决定|教训|更正|规则|另外|补充|提醒|经验|约定|"
    r"偏好|以后|踩坑|结论|[别不请这那我你您记今从在用叫把给对就要还帮])"
    r"[\u4e00-\u9fff]{2,4}[：:].*$)",
    re.MULTILINE | re.DOTALL,
)
_DOT_IN_LINES = re.compile(r"[^\n]")
_QUOTED = re.compile(
    r"“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|‘[^’\n]*’|\"[^\"\n]*\"|`[^`\n]*`"
    r"|(?<![\w'])'[^'\n]+'(?!\w)"
)
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])[’ʼ＇](?=[A-Za-z])")


def own_words(text: str) -> str:
    """`text` with everything that is not the speaker's blanked out, character for character.

    Code, quoted lines, markup, transcripts, logs and sayings in quotation marks go; a name in
    quotation marks only loses the marks. An apostrophe is the plain one, whatever was typed.
    """
    return _QUOTED.sub(_unquoted, _pasted_blanked(_APOSTROPHE.sub("'", text)))


def _pasted_blanked(text: str) -> str:
    out, at = [], 0
    while found := _PASTED.search(text, at):
        end = found.end()
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
    short = len(inner.split()) <= 2 and len(HAN.findall(inner)) <= 4 and len(inner) <= 30
    if short and inner.strip():
        return f" {inner} "
    return BLANK * len(found.group())


_SENTENCE = re.compile(
    r"(?:[^\n。！？!?；;.]|\.(?![\s\"')\]]|$)|(?<=\be\.g)\.|(?<=\bi\.e)\.|(?<=\bvs)\."
    r"|(?<=\betc)\.)+[。！？!?；;.]*"
)


def sentences(own: str, text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of `own`, the blanked form of `text`."""
    for found in _SENTENCE.finditer(own):
        if not found.group().strip():
            continue
        piece = text[found.start() : found.end()]
        lead = len(piece) - len(piece.lstrip())
        yield found.start() + lead, found.end() - (len(piece) - len(piece.rstrip()))
