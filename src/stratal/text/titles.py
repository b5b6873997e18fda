"""The dot behind a title, which ends no sentence and no value: "reply to Mrs. Tan"."""

from __future__ import annotations

import re

__all__ = ["STOP", "titles_held"]

STOP = "\u2024"
"""What stands for such a dot while a sentence is read: one character that no rule stops at."""

_DOT = re.compile(
    r"(?<=\b(?:Dr|Mr|Ms|Mx|St))\.(?= \S)|(?<=\b(?:Mrs|Rev))\.(?= )|(?<=\bProf)\.(?= )"
)


def titles_held(own: str) -> str:
    """`own` with the dots behind titles held; of the same length."""
    return _DOT.sub(STOP, own) if "." in own else own
