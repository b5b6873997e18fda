"""How many tokens a text costs a model, estimated without a vocabulary.

A byte-pair encoder first cuts text into pieces (a word with the character before it, up to three
digits, a run of punctuation, a run of line ends) and then spells each piece with as few vocabulary
entries as it can. The cutting is public and simple, so it is done here as it is done there; only
the second step is replaced, by the average number of entries for a piece of that class and length.
The averages were measured with the o200k_base vocabulary on chat in English and Chinese, source
code, JSON, emoji, base64 and hexadecimal text. On texts of 200 characters and more the estimate is
within ten per cent for each of these kinds; a test holds it there.

Exact counts belong to the model's vendor; this is for budgets, where a stable figure at no cost
is worth more than an exact one behind a network.
"""

from __future__ import annotations

import re
from bisect import bisect_left

IMAGE_TOKENS = 1600
"""What any image counts, whatever its encoded size: vendors charge by pixels, and about this much
for the largest picture that they do not scale down. Never count the base64 text of an image."""

DOCUMENT_TOKENS = 6_000
"""What a file counts that is sent as data or by address (a PDF, a recording), whatever its encoded
size: a few pages as vendors read them, each as text and as a picture."""

_PIECE = re.compile(
    r"(?P<hex>(?=[a-f]*[0-9])[0-9a-f]{24,}(?![0-9A-Za-z]))"
    r"|(?P<blob>(?=[A-Za-z+/_=-]{0,100}[0-9])[A-Za-z0-9+/=_-]{40,})"
    r"|(?P<lead>[^\r\nA-Za-z0-9\u00a1-\U0010ffff])?"
    r"(?:(?P<capitals>[A-Z]{2,}(?![a-z]))|(?P<word>[A-Z\u00c0-\u00de]*[a-zß-\u024f]+|"
    r"[A-Z\u00c0-\u00de]))(?:'(?:s|t|re|ve|m|ll|d)\b)?"
    r"|(?P<digits>[0-9]{1,3})"
    r"|(?P<han> ?[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<kana> ?[\u3040-\u30ff]+)"
    r"|(?P<hangul> ?[\u1100-\u11ff\uac00-\ud7af]+)"
    r"|(?P<joiner>[\u200d\ufe0f\U0001f3fb-\U0001f3ff])"
    r"|(?P<picture> ?[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])"
    r"|(?P<wide>[\u3000-\u303f\uff00-\uffef‘’“”…—·]+[\r\n/]*)"
    r"|(?P<letters> ?(?:[^\W\d_\x00-\x7f]|[\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e])+)"
    r"|(?P<marks> ?[!-/:-@\[-`{-~€£¥°±×÷§→←≤≥•]+[\r\n/]*)"
    r"|(?P<line>\s*[\r\n]+)"
    r"|(?P<space>\s+(?!\S)|\s+)"
    r"|(?P<other>(?P<one>.)(?P=one)*)",
    re.DOTALL,
)
_PER_CHARACTER = {
    "hex": 0.57,
    "blob": 0.67,
    "kana": 0.74,
    "hangul": 0.55,
    "letters": 0.25,
}
# A run of Han characters: words at its ends are rarely spelled together with others.
_HAN_RUN, _PER_HAN = 0.3, 0.72
_PER_PIECE = {"digits": 1.0, "joiner": 1.0, "line": 1.0, "space": 1.0}
# Pictures with an entry of their own; the others are spelled in two or three.
_COMMON_PICTURES = frozenset("★☆☺♀♂♥♦♪♫✅✓✔✨❤➡⭐⭕👇👉👌👍👏💕🔥😀😁😂😉😊😍😘😭🙂🙏🤣")
_RARE_PICTURES = re.compile("[\u2300-\u23ff\U0001f650-\U0001f8ff\U0001fa00-\U0001faff]")
# Tokens of a word by its length and by what stands before it: entries of the vocabulary begin
# with a space, so a word in a sentence is cheap and a word glued to a sign is not.
_LENGTHS = (3, 5, 7, 9, 12)
_AFTER_SPACE = (1.0, 1.02, 1.05, 1.11, 1.15, 1.35)
_AFTER_NOTHING = (1.03, 1.1, 1.17, 1.35, 1.45, 2.4)
_AFTER_MARK = (1.09, 1.17, 1.25, 1.6, 2.0, 2.8)
_CAPITALS = (1.15, 1.4, 1.7, 1.9, 2.4, 3.2)
_LONG_WORD = 13
_PER_LETTER_BEYOND = 0.3
_PER_ACCENTED_LETTER = 0.33


def estimate_tokens(text: str) -> int:
    """Model tokens that `text` costs, about: deterministic, never negative, 0 for no text."""
    return round(sum(_cost(piece) for piece in _PIECE.finditer(text)))


def _cost(piece: re.Match[str]) -> float:
    kind = piece.lastgroup or "other"
    length = piece.end() - piece.start()
    if kind in ("word", "capitals"):
        letters = piece.end(kind) - piece.start(kind)
        lead = piece["lead"]
        if kind == "capitals":
            by_length = _CAPITALS
        elif lead is None:
            by_length = _AFTER_NOTHING
        else:
            by_length = _AFTER_SPACE if lead.isspace() else _AFTER_MARK
        beyond = max(0, letters - _LONG_WORD) * _PER_LETTER_BEYOND
        cost = by_length[bisect_left(_LENGTHS, letters)] + beyond
        return cost if piece[kind].isascii() else max(cost, letters * _PER_ACCENTED_LETTER)
    if kind in _PER_CHARACTER:
        return max(1.0, length * _PER_CHARACTER[kind])
    if kind == "han":
        return max(1.0, _HAN_RUN + length * _PER_HAN)
    if kind == "picture":
        shown = piece.group().strip()
        spaced = len(shown) < length
        if shown in _COMMON_PICTURES:
            return 1.6 if spaced else 1.0
        return (2.8 if _RARE_PICTURES.match(shown) else 2.0) + (0.2 if spaced else 0.0)
    if kind == "marks":
        return 1.0 + 0.12 * max(0, len(set(piece.group())) - 2)
    if kind == "wide":
        return 1.0 + 0.1 * (length - 1)
    if kind == "other":
        return 1.0 + length // 16
    return _PER_PIECE[kind]
