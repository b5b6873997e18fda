"""A pasted text that somebody asks to keep as a document: "keep this document: …", 存成文档."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stratal.text.secrets import without_secrets

_ASKED = re.compile(
    r"^\s*(?:(?:please|could you|can you|hi|hey|ok)[, ]+)*(?:keep|save|store|file|archive|add)"
    r"\s+(?:this|the following"
    r"|it|this text|the text below|this (?:file|page|paper|manual|spec|report|policy|article)"
    r")?\s*(?:as a |as |in the |to the |"
    r"to my |in my )?(?:reference )?(?:document|doc|documents|docs|knowledge(?: base)?|reference)\b"
    r"(?:\s+(?:called|named|titled|as|under)\s+[\"“']?(?P<name>[^\"”':：\n]{1,80}?)"
    r"[\"”']?)?\s*[:：.。]?\s*$"
    r"|^\s*(?:请|麻烦|帮我|把|将)*(?:这(?:份|个|段|篇|些)?|下面(?:这(?:份|个|段|篇)?)?|以下|上面"
    r"(?:这(?:份|个|段|"
    r"篇)?)?)?的?(?:文档|文本|"
    r"资料|内容|文章|报告|手册|规范|说明)?(?:存成|存为|保存成|保存为|存到|收进|收入|放进|加到|归"
    r"档到|归档为)(?:一[份个篇])?(?:文档|知识库|资料库|"
    r"参考资料)(?:里)?"
    r"(?:[，,]?\s*(?:叫做?|名为|命名为|标题是)\s*[“「《\"]?(?P<han>[^”」》\"：:\n]{1,60}?)"
    r"[”」》\"]?)?\s*[：:。.]?\s*$",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^\s*(?:```|~~~)[^\n]*\n(?P<inside>.*?)\n\s*(?:```|~~~)\s*$", re.DOTALL)
_LINES, _LENGTH = 4, 200
"""So many lines or characters make a text that was pasted."""
_TITLE = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptDocument:
    """A text to be kept, and what to call it."""

    name: str
    text: str
    said: str
    """The line that asks for it."""


def kept_document(text: str) -> KeptDocument | None:
    """The document that `text` brings with the wish to keep it; None if it brings none."""
    lines = text.strip().splitlines()
    for said, rest in ((lines[:1], lines[1:]), (lines[-1:], lines[:-1])):
        asked = _ASKED.match(said[0]) if said else None
        body = "\n".join(rest).strip()
        if asked is None or not (len(rest) >= _LINES or len(body) >= _LENGTH):
            continue
        fenced = _FENCE.match(body)
        body = fenced["inside"] if fenced else body
        name = asked["name"] or asked["han"] or _title(body)
        return KeptDocument(name=name.strip(), text=body, said=said[0].strip())
    return None


def _title(body: str) -> str:
    first = next(line for line in body.splitlines() if line.strip())
    # A name is shown where secrets of the text are not.
    return without_secrets(first).strip("#*=- \t")[:_TITLE].strip() or "document"
