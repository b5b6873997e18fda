"""Letters that look like Latin ones, and characters that nobody sees.

A rule that looks for words finds none where one letter is of another alphabet, wide, accented or
followed by nothing visible; whoever reads the text, human or model, reads the word all the same. So
what guards (instructions, forbidden keys, secrets, marks of blocks) looks at the text as it is
read. What is stored is never changed.

Only what looks like a Latin letter or digit is read as one: a text that is really Russian or Greek
becomes no sentence by it, and Chinese punctuation stays what it is.
"""

from __future__ import annotations

import unicodedata

_SHAPES = {
    "a": "аɑαᴀ",
    "b": "ьʙвβƄЬᏏ",
    "c": "сᴄϲⲥꮯ",
    "d": "ԁᴅᏧꓒ",
    "e": "еεᴇҽꬲ",
    "f": "ϝꜰꬵꞙẝք",
    "g": "ɡɢցԍᶃƍ",
    "h": "һнհʜᏂ",
    "i": "іıιɩɪͺꙇꭵᎥ",
    "j": "јᴊϳ",
    "k": "кκᴋ",
    "l": "ӏʟƖǀⲒꓲ",
    "m": "мᴍ",
    "n": "пηɴոռ",
    "o": "оοօᴏσᴑꬽⲟ",
    "p": "рρᴘⲣ",
    "q": "ԛզգ",
    "r": "гʀᴦꭇꭈⲅꮁ",
    "s": "ѕꜱƽꮪ",
    "t": "тτᴛ",
    "u": "υսᴜμꞟꭎꭒʋ",
    "v": "ѵνᴠꮩ",
    "w": "ԝωшᴡɯѡաꮃ",
    "x": "хχ",
    "y": "уγʏүуɣᶌỿꭚ",
    "z": "ᴢꮓ",
    "A": "АΑᎪꓮ",
    "B": "ВΒᏴꞴꓐ",
    "C": "СᏟϹⲤꓚ",
    "D": "Ꭰꓓ",
    "E": "ЕΕᎬꓰ",
    "F": "ꞘϜꓝ",
    "G": "ԌᏀᏳꓖ",
    "H": "НΗᎻⲎꓧ",
    "I": "ІΙӀ",
    "J": "ЈᎫꞲͿꓙ",
    "K": "КΚᏦⲔꓗ",
    "L": "ᏞⳐꓡ",
    "M": "МΜᎷϺⲘꓟ",
    "N": "ΝⲚꓠ",
    "O": "ОΟՕⲞꓳ",
    "P": "РΡᏢⲢꓑ",
    "Q": "Ԛ",
    "R": "ᎡƦᏒꓣ",
    "S": "ЅՏᏚᏕꓢ",
    "T": "ТΤᎢⲦꓔ",
    "U": "Սꓴ",
    "V": "ᏙѴꓦ",
    "W": "ԜᎳᏔꓪ",
    "X": "ХΧꞳⲬꓫ",
    "Y": "УΥҮⲨᎩᎽꓬ",
    "Z": "ΖᏃꓜ",
}

LETTERS = {ord(alike): letter for letter, shapes in _SHAPES.items() for alike in shapes}
"""What a letter of another alphabet looks like."""

_UNSEEN = {"Cf", "Mn", "Me"}
_FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f"
"""Letters and signs that show nothing."""
_TAGS = range(0xE0020, 0xE007F)
"""Letters without a shape, which some models read."""


class _Plain(dict[int, str]):
    """How each character is read, found once for each."""

    def __missing__(self, code: int) -> str:
        read = _plain(chr(code))
        self[code] = read
        return read


_READ = _Plain()


def as_read(text: str) -> str:
    """`text` with Latin letters and digits in the place of what looks like them."""
    return text if text.isascii() else text.translate(_READ)


def places(text: str) -> list[int]:
    """For each character of `as_read(text)`, where in `text` it stands."""
    return [at for at, character in enumerate(text) for _ in _READ[ord(character)]]


def _plain(character: str) -> str:
    code = ord(character)
    if code < 128:
        return character
    if code in _TAGS:
        return chr(code - 0xE0000)
    if character in _FILLERS or unicodedata.category(character) in _UNSEEN:
        return ""
    if code in LETTERS:
        return LETTERS[code]
    bare = unicodedata.normalize("NFKD", character)
    bare = "".join(one for one in bare if unicodedata.category(one) not in _UNSEEN)
    bare = bare.translate(LETTERS)
    return bare if bare and bare.isascii() and bare.isalnum() else character
