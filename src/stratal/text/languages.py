"""Which of the two languages a text is in, in the main."""

from __future__ import annotations

import re

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z]+")


def language_of(text: str) -> str:
    """In which language to speak of `text`: "zh" if it is Chinese in the main, else "en"."""
    return "zh" if len(_HAN.findall(text)) > len(_WORD.findall(text)) else "en"
