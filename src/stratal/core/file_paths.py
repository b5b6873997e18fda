"""Which names a file may have: one rule for every door, and nothing decodes or folds them after it.

A path is `/` and 1 to 20 segments. It is compared by its bytes, in the composed form of Unicode
(NFC), so that ``é`` as one character or as two names one file. Whatever some file system, browser
or server further on could read as another path is refused here: what would climb, what is written
in percent signs, what looks like a separator, what no terminal shows.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from stratal.errors import InvalidValue, PathEscapes

PATH_BYTES = 1_024
SEGMENTS = 20
SEGMENT_BYTES = 255
"""What common file systems take as one name."""
ROOT = "/"

_LOOKS_LIKE_A_SEPARATOR = (
    "\\\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c\u244a\u27cb\u27cd"
)
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_DEVICE = re.compile(r"(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)")


def checked_path(field: str, path: str) -> str:
    """`path` as files are named by it, composed (NFC). Raises `InvalidValue` with the rule."""
    text = _text(field, path)
    if not text.startswith(ROOT) or text == ROOT:
        raise InvalidValue(field, path, "must begin with / and name a file, as /notes/todo.md")
    segments = text[1:].split("/")
    if "" in segments:
        raise InvalidValue(field, path, "has an empty part: put one / between two names")
    return _joined(field, path, segments)


def checked_prefix(field: str, prefix: str) -> str:
    """`prefix` as that of a folder: it begins and ends with ``/``."""
    if prefix == ROOT:
        return ROOT
    given: object = prefix  # a caller without a type checker may pass anything
    if not isinstance(given, str) or not given.endswith("/"):
        raise InvalidValue(field, given, "must end in /, as /notes/")
    return checked_path(field, prefix[:-1]) + "/"


def resolved(field: str, path: str, root: str) -> str:
    """The path within the folder called `root`, whose own is ``/``; ``.`` and ``..`` are walked.

    Raises `PathEscapes` for what would climb above it, in whatever spelling, and for what does not
    begin there.
    """
    text = _text(field, path, root)
    if text != root and not text.startswith(root + "/"):
        raise PathEscapes(field, path, f"must start with {root}")
    found: list[str] = []
    for segment in text[len(root) :].split("/"):
        if segment == "..":
            if not found:
                raise PathEscapes(field, path, f"would escape {root}")
            found.pop()
        elif segment not in ("", "."):
            found.append(segment)
    return _joined(field, path, found) if found else ROOT


def ancestors(path: str) -> list[str]:
    """The folders above a checked path, the outermost first; the root is none of them."""
    segments = path.split("/")[1:-1]
    return ["/" + "/".join(segments[: count + 1]) for count in range(len(segments))]


def device_name(path: str) -> str | None:
    """The part of a path that Windows takes for a device, or cannot keep; None if there is none."""
    for segment in path.split("/"):
        if segment and (
            _DEVICE.match(segment) or segment[-1] in ". " or set(segment) & set('<>:"|?*')
        ):
            return segment
    return None


def too_long(path: str) -> bool:
    """Whether a path, or a name in it, has more bytes or parts than any file's."""
    segments = path.strip(ROOT).split(ROOT)
    sizes = [len(one.encode("utf-8", "surrogateescape")) for one in segments]
    return (
        max(sizes) > SEGMENT_BYTES
        or len(segments) > SEGMENTS
        or sum(sizes) + len(sizes) > PATH_BYTES
    )


def _text(field: str, path: str, root: str = "") -> str:
    """`path` if no part of it can be taken for something else, composed."""
    if not isinstance(path, str):
        raise InvalidValue(field, path, "must be a path, as a string")
    # Before anything is folded: a text of megabytes is not worth it.
    if len(path) > 4 * PATH_BYTES:
        raise InvalidValue(field, path, f"is too long: {PATH_BYTES:,} bytes at most")
    text = unicodedata.normalize("NFC", path)
    for character in set(text):
        if unicodedata.category(character) in _UNSEEN:
            raise InvalidValue(
                field, path, "holds a control or format character: use letters that are seen"
            )
        if _separates(character):
            raise PathEscapes(
                field, path, f"would escape {root or 'its folder'}: only / stands between names"
            )
    if _PERCENT.search(text):
        raise PathEscapes(
            field,
            path,
            f"would escape {root or 'its folder'}: write the characters, not percent codes",
        )
    return text


def _joined(field: str, path: str, segments: list[str]) -> str:
    for segment in segments:
        if unicodedata.normalize("NFKC", segment) in (".", ".."):
            raise PathEscapes(field, path, "holds . or .. for a name: name the file itself")
        if segment != segment.strip():
            raise InvalidValue(field, path, "has a name that begins or ends with white space")
        if len(segment.encode()) > SEGMENT_BYTES:
            raise InvalidValue(field, path, f"has a name of more than {SEGMENT_BYTES} bytes")
    if len(segments) > SEGMENTS:
        raise InvalidValue(field, path, f"has {len(segments)} parts, {SEGMENTS} at most")
    text = "/" + "/".join(segments)
    if len(text.encode()) > PATH_BYTES:
        raise InvalidValue(field, path, f"is too long: {PATH_BYTES:,} bytes at most")
    return text


@lru_cache(maxsize=4_096)
def _separates(character: str) -> bool:
    """Whether a character is taken for a separator, or holds one in a form of compatibility."""
    if character in _LOOKS_LIKE_A_SEPARATOR:
        return True
    folded = unicodedata.normalize("NFKC", character)
    return character != "/" and ("/" in folded or "\\" in folded)
