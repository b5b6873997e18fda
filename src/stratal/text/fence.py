"""How remembered text is shown to a model: as data, inside a wrapper it cannot close.

Whoever writes a memory may write the closing mark of the block that memories are shown in, and
what follows would read as an instruction. Only such marks are made inert, by a parenthesis in
place of their bracket; every other text stays as it is, or honest memories about prompts would be
damaged. What is stored is never changed: this is done when a block is built.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from stratal.errors import InvalidValue

WRAPPER = "memory"
"""The tag of the block in which remembered text is shown."""

# What a reader, human or model, may take for the angle brackets of a tag, and what may be hidden
# between them and its name.
_OPENING = "<＜﹤‹〈"
_HIDDEN = r"[\s\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff\x00]"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def neutralise(text: str, *tags: str) -> str:
    """`text` with every opening or closing mark of the wrapper, or of `tags`, made inert.

    Its bracket becomes a parenthesis; applying it twice changes nothing more.
    """
    return _marks(frozenset(tags or (WRAPPER,))).sub("(", text)


def wrap(tag: str, attributes: Mapping[str, str], body: str) -> str:
    """`body` as data between one opening and one closing mark of `tag`.

    Marks of `tag` inside are neutralised, and values of attributes are escaped. Raises
    `InvalidValue` if `tag` or the name of an attribute is no plain name.
    """
    for name in (tag, *attributes):
        if not _NAME.fullmatch(name):
            raise InvalidValue("tag", name, "letters, digits, '-' and '_' only")
    shown = "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())
    inside = neutralise(body, tag, WRAPPER)
    return f"<{tag}{shown}>\n{inside}\n</{tag}>"


@lru_cache(maxsize=64)
def _marks(tags: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(tag) for tag in sorted(tags, key=len, reverse=True))
    return re.compile(
        rf"[{_OPENING}](?=(?:{_HIDDEN}|[/／\\])*(?:{names})(?![A-Za-z0-9_-]))", re.IGNORECASE
    )


def _escaped(value: str) -> str:
    plain = value.replace("&", "&amp;").replace('"', "&quot;")
    plain = plain.replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", plain)
