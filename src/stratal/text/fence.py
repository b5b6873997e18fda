"""How remembered text is shown to a model: as data, inside a wrapper it cannot close.

Whoever writes a memory may write the closing mark of the block that memories are shown in, and
what follows would read as an instruction; or the marks by which a server tells turns and tool calls
apart, which some read in any text. Only such marks are made inert, by a parenthesis in place of
their bracket; every other text stays as it is, or honest memories about prompts would be damaged.
What is stored is never changed: this is done when a block is built.

A mark is found by how it reads, not by its bytes: letters of other alphabets that look like Latin
ones, wide and accented forms, and characters that nobody sees do not hide it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from stratal.errors import InvalidValue
from stratal.text.lookalikes import LETTERS

WRAPPER = "memory"
"""The tag of the block in which remembered text is shown."""

# What a reader, human or model, may take for the opening bracket of a tag. Some also open a title
# or a quotation, so with these only a closing mark is one.
_OPENING = "<‹〈⟨❬❮❰⧼˂ᐸ≺⋖"
_QUOTING = "《«≪"
# A nought is read as the letter that it looks like.
_ESCAPED = r"&lt;?|&#[0o]*6[0o];?|&#x[0o]*3c;?|\\u[0o]{2}3c|\\x3c|%3c"
_BEGINNING = re.compile(
    rf"[{_OPENING}{_QUOTING}＜﹤〈[［]|{_ESCAPED}|[\U000e0000-\U000e007f]", re.IGNORECASE
)
"""Without any of these nothing has to be made inert."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_END = r"(?![a-z0-9_.:-])"

_TOLD_APART = re.compile(
    r"[<‹〈⟨]\s*(?:"
    r"\|[a-z0-9_▁:.-]{1,40}\|\s*>"
    rf"|/?\s*(?:(?:start|end)_of_turn|system(?:-reminder)?|assistant|human){_END}"
    rf"|/?\s*(?:antml:)?(?:tool_(?:call|response|use|result)s?|function_(?:calls|results)|invoke)"
    rf"{_END}"
    r"|<\s*/?\s*sys\s*>\s*>"
    r")|\[\s*/?\s*inst\s*\]"
)
"""What servers and models know as the beginning of a turn or of a tool call."""

_ALIKE: dict[int, str | int | None] = {
    **LETTERS,
    **str.maketrans("0‐‑‒–—―−﹣ー∕⁄⧸╱＼", "o---------/////"),
}
"""Characters, as they are in lower case, that look like one of a mark."""


def neutralise(text: str, *tags: str) -> str:
    """`text` with every opening or closing mark of the wrapper, or of `tags`, made inert.

    So are the marks by which turns and tool calls are told apart. A bracket becomes a parenthesis;
    letters that nobody can see are left out. Applying it twice changes nothing more.
    """
    return _inert(text, frozenset(tags or (WRAPPER,)))


@lru_cache(maxsize=128)
def _inert(text: str, tags: frozenset[str]) -> str:
    """The same; a block that did not change is not read again."""
    if not _BEGINNING.search(text):
        return text
    text = _UNSEEN.sub("", text)
    seen, places = _as_read(text)
    found = {
        places[mark.start()]
        for pattern in (_marks(tags), _TOLD_APART)
        for mark in pattern.finditer(seen)
    }
    if not found:
        return text
    return "".join("(" if at in found else character for at, character in enumerate(text))


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


_UNSEEN = re.compile(r"(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0000-\U000e007f]+")
"""Letters of the block of tags have no shape, and some models read them all the same. After a black
flag they say of which region it is."""


def _as_read(text: str) -> tuple[str, list[int]]:
    """`text` in small Latin letters as far as it looks like them, and where each one stood."""
    seen: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        if character < "\x7f":
            read = character.lower()
        else:
            plain = unicodedata.normalize("NFKD", character)
            read = "".join(one for one in plain if unicodedata.category(one) not in _HIDDEN)
            read = read.casefold()
        read = read.translate(_ALIKE) if read != "\x00" else ""
        seen.append(read)
        places += [at] * len(read)
    return "".join(seen), places


_HIDDEN = {"Cf", "Mn", "Me"}


@lru_cache(maxsize=64)
def _marks(tags: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(
        re.escape(tag.lower().translate(_ALIKE)) for tag in sorted(tags, key=len, reverse=True)
    )
    name = rf"(?:{names})(?![a-z0-9_-])"
    opening = rf"(?:[{_OPENING}]|{_ESCAPED})"
    return re.compile(rf"{opening}[\s/\\]*{name}|[{_QUOTING}]\s*[/\\][\s/\\]*{name}")


def _escaped(value: str) -> str:
    plain = value.replace("&", "&amp;").replace('"', "&quot;")
    plain = plain.replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", plain)
