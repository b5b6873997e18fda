"""Whether a text holds data that identify a person before an authority or a bank.

Numbers count only with their checksum, or, where a form has none, beside a word that names it: a
date, a price, an order number and a version must stay clean. What kind a number is and where it
stands is told, never the number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonalHit:
    """Personal data in a text."""

    kind: str
    """What it is, as `card_number` or `chinese_id`."""
    line: int
    """Line of its first character, from 1."""
    start: int
    end: int


def find_personal_data(text: str) -> tuple[PersonalHit, ...]:
    """The personal data in `text`, in order and without overlap."""
    if _ANY.search(text) is None:
        return ()
    taken = bytearray(len(text))
    spans: list[tuple[int, int, str]] = []
    for kind, form, holds in _FORMS:
        for match in form.finditer(text):
            start, end = match.span("n")
            if not any(taken[start:end]) and holds(match["n"]):
                taken[start:end] = b"\x01" * (end - start)
                spans.append((start, end, kind))
    hits: list[PersonalHit] = []
    line, counted = 1, 0
    for start, end, kind in sorted(spans):
        line += text.count("\n", counted, start)
        counted = start
        hits.append(PersonalHit(kind=kind, line=line, start=start, end=end))
    return tuple(hits)


def without_personal_data(text: str) -> str:
    """`text` with a word in place of each: ``[card number removed]``."""
    kept, last = [], 0
    for hit in find_personal_data(text):
        kept += [text[last : hit.start], f"[{hit.kind.replace('_', ' ')} removed]"]
        last = hit.end
    return "".join([*kept, text[last:]])


def _digits(text: str) -> list[int]:
    return [int(c) for c in text if c.isdigit()]


def _luhn(digits: list[int]) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * (1 + place % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _card(text: str) -> bool:
    digits = _digits(text)
    return len(set(digits)) > 1 and _luhn(digits)


def _chinese_id(text: str) -> bool:
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    check = sum(int(c) * w for c, w in zip(text[:17], weights, strict=True)) % 11
    return "10X98765432"[check] == text[17].upper() and _is_day(text[6:14])


def _is_day(text: str) -> bool:
    try:
        found = date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return False
    return 1850 <= found.year <= 2100


def _iban(text: str) -> bool:
    compact = text.replace(" ", "")
    length = _IBAN_LENGTHS.get(compact[:2])
    if length != len(compact):
        return False
    turned = compact[4:] + compact[:4]
    return int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def _us_ssn(text: str) -> bool:
    area, group, serial = text.replace(" ", "-").split("-")
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def _french_nir(text: str) -> bool:
    compact = text.replace(" ", "").upper()
    body = compact[:13].replace("2A", "19").replace("2B", "18")
    return body.isdigit() and 97 - int(body) % 97 == int(compact[13:15])


def _spanish_id(text: str) -> bool:
    compact = text.replace("-", "").upper()
    number = compact[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == compact[-1]


def _italian_code(text: str) -> bool:
    odd = {
        **dict(zip("0123456789", (1, 0, 5, 7, 9, 13, 15, 17, 19, 21), strict=True)),
        **dict(
            zip(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                (
                    1,
                    0,
                    5,
                    7,
                    9,
                    13,
                    15,
                    17,
                    19,
                    21,
                    2,
                    4,
                    18,
                    20,
                    11,
                    3,
                    6,
                    8,
                    12,
                    14,
                    16,
                    10,
                    22,
                    25,
                    24,
                    23,
                ),
                strict=True,
            )
        ),
    }
    total = sum(
        odd[c] if place % 2 == 0 else (int(c) if c.isdigit() else ord(c) - 65)
        for place, c in enumerate(text[:15])
    )
    return chr(65 + total % 26) == text[15]


def _cpf(text: str) -> bool:
    digits = _digits(text)
    if len(set(digits)) == 1:
        return False
    for count in (9, 10):
        total = sum(d * (count + 1 - i) for i, d in enumerate(digits[:count]))
        if total * 10 % 11 % 10 != digits[count]:
            return False
    return True


def _aadhaar(text: str) -> bool:
    check = 0
    for place, digit in enumerate(reversed(_digits(text))):
        check = _VERHOEFF[check][_PERMUTED[place % 8][digit]]
    return check == 0


def _korean_rrn(text: str) -> bool:
    digits = _digits(text)
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    check = (11 - sum(d * w for d, w in zip(digits[:12], weights, strict=True)) % 11) % 10
    return check == digits[12] and 1 <= digits[2] * 10 + digits[3] <= 12


def _nhs(text: str) -> bool:
    digits = _digits(text)
    check = 11 - sum(d * (10 - i) for i, d in enumerate(digits[:9])) % 11
    return check % 11 == digits[9] and check != 10


def _german_tax_id(text: str) -> bool:
    digits, product = _digits(text), 10
    for digit in digits[:10]:
        total = (digit + product) % 10 or 10
        product = total * 2 % 11
    return (11 - product) % 10 == digits[10] and digits[0] != 0


def _hong_kong_id(text: str) -> bool:
    compact = re.sub(r"[()]", "", text).upper()
    letters = compact[:-7].rjust(2)
    values = [36 if c == " " else ord(c) - 55 for c in letters] + _digits(compact[-7:-1])
    last = 10 if compact[-1] == "A" else int(compact[-1])
    return (sum(v * (9 - i) for i, v in enumerate(values)) + last) % 11 == 0


def _taiwan_id(text: str) -> bool:
    area = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(text[0].upper()) + 10
    digits = [area // 10, area % 10, *_digits(text[1:])]
    weights = (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)
    return sum(d * w for d, w in zip(digits, weights, strict=True)) % 10 == 0


def _always(_: str) -> bool:
    return True


def _table() -> tuple[tuple[int, ...], ...]:
    """The multiplication of the dihedral group of ten elements, which Verhoeff's checksum uses."""

    def product(a: int, b: int) -> int:
        if a < 5:
            return (a + b) % 5 if b < 5 else 5 + (a + b) % 5
        return 5 + (a - b) % 5 if b < 5 else (a - b) % 5

    return tuple(tuple(product(a, b) for b in range(10)) for a in range(10))


_VERHOEFF = _table()


def _permutations() -> tuple[tuple[int, ...], ...]:
    step = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
    found = [tuple(range(10)), step]
    while len(found) < 8:
        found.append(tuple(step[one] for one in found[-1]))
    return tuple(found)


_PERMUTED = _permutations()

_IBAN_LENGTHS = {
    key: int(length)
    for key, length in (
        pair.split(":")
        for pair in (
            "AD:24 AE:23 AT:20 BE:16 BG:22 BR:29 CH:21 CY:28 CZ:24 DE:22 DK:18 EE:20 ES:24 FI:18 "
            "FR:27 GB:22 GR:27 HR:21 HU:28 IE:22 IL:23 IS:26 IT:27 KW:30 KZ:20 LI:21 LT:20 LU:20 "
            "LV:21 MC:27 MT:31 NL:18 NO:15 PK:24 PL:28 PT:25 QA:29 RO:24 RS:22 SA:24 SE:24 SI:19 "
            "SK:24 SM:27 TN:24 TR:26 UA:29"
        ).split()
    )
}

# Not within a longer number, identifier, hash or decimal.
_BEFORE = r"(?<![A-Za-z0-9_.,+/=#-])"
_AFTER = r"(?![A-Za-z0-9_/=]|[.,-][A-Za-z0-9_])"


def _form(number: str, named: str = "") -> re.Pattern[str]:
    """The number where it stands alone; with `named`, only where such a word stands before it."""
    if named:
        return re.compile(
            rf"(?i:{named})[^\w\n]{{0,3}}(?:\w{{1,12}}[^\w\n]{{1,3}}){{0,2}}(?P<n>{number}){_AFTER}"
        )
    return re.compile(rf"{_BEFORE}(?P<n>{number}){_AFTER}")


# What every one of the forms below has somewhere: most notes have it nowhere, and are read once.
_ANY = re.compile(r"[0-9](?:[ .-]?[0-9]){4}|[A-Z]{2}[0-9]{2}")

# The more specific first: what one has taken, no other looks at.
_FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    ("iban", _form(r"[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"), _iban),
    (
        "chinese_id",
        re.compile(r"(?<![0-9A-Za-z])(?P<n>[1-8][0-9]{16}[0-9Xx])(?![0-9A-Za-z])"),
        _chinese_id,
    ),
    (
        "french_social_security_number",
        _form(
            r"[12] ?[0-9]{2} ?(?:0[1-9]|1[0-2]) ?(?:[0-9]{2}|2[AB]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}"
        ),
        _french_nir,
    ),
    (
        "card_number",
        re.compile(
            _BEFORE + r"(?P<n>(?:4[0-9]{3}|5[1-5][0-9]{2}|2[2-7][0-9]{2}|6[0-9]{3}|3[0689][0-9]{2}"
            r"|35[0-9]{2})(?:(?P<s>[ -]?)[0-9]{4})(?:(?P=s)[0-9]{4})(?:(?P=s)[0-9]{1,7})"
            r"|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5})" + _AFTER
        ),
        _card,
    ),
    (
        "italian_tax_code",
        _form(r"[A-Z]{6}[0-9]{2}[A-EHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]"),
        _italian_code,
    ),
    ("brazilian_cpf", _form(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}"), _cpf),
    ("korean_resident_number", _form(r"[0-9]{6}-[1-8][0-9]{6}"), _korean_rrn),
    ("us_social_security_number", _form(r"[0-9]{3}-[0-9]{2}-[0-9]{4}"), _us_ssn),
    (
        "us_social_security_number",
        _form(r"[0-9]{3} [0-9]{2} [0-9]{4}", r"(?<![a-z])ssn(?![a-z])|social security"),
        _us_ssn,
    ),
    ("spanish_id", _form(r"[0-9XYZ][0-9]{7}-?[A-HJ-NP-TV-Z]"), _spanish_id),
    ("aadhaar", _form(r"[2-9][0-9]{3} [0-9]{4} [0-9]{4}"), _aadhaar),
    ("aadhaar", _form(r"[2-9][0-9]{11}", r"aadhaar"), _aadhaar),
    ("hong_kong_id", _form(r"[A-Z]{1,2}[0-9]{6}\([0-9A]\)"), _hong_kong_id),
    ("taiwan_id", _form(r"[A-Z][1289][0-9]{8}"), _taiwan_id),
    ("nhs_number", _form(r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}", r"(?<![a-z])nhs(?![a-z])"), _nhs),
    (
        "german_tax_id",
        _form(
            r"[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}",
            r"steuer-?id\w*|(?<![a-z])tin(?![a-z])|identifikationsnummer",
        ),
        _german_tax_id,
    ),
    (
        "passport_number",
        _form(r"[A-Z]{1,2}[0-9]{6,9}", r"passport|护照|reisepass|passeport|pasaporte"),
        _always,
    ),
    (
        "passport_number",
        re.compile(r"(?:护照(?:号码?)?)[是为：: ]{0,2}(?P<n>[A-Z]{1,2}[0-9]{6,9})(?![0-9])"),
        _always,
    ),
)
