"""Whether a quotation is true, long enough, the person's own words, and says what is claimed.

A fact about somebody needs evidence: a quotation that stands in their message, and that states the
value. Standing is compared after Unicode normalisation and with white space folded, because models
re-wrap lines; nothing else is forgiven. Stating is checked by what can be checked without a model:
numbers, names, identifiers and negations of the value must stand in the quotation, and so must most
of its words. What fails is not false, only inferred.
"""

from __future__ import annotations

import re
import unicodedata

from stratal.text.tokens import query_terms, terms

PASTED_LINES = 40
"""A message of more lines than this is taken for a document that somebody pasted."""

_UNSPACED = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_CHARACTER = re.compile(f"[{_UNSPACED}]")
_WORDS = re.compile(rf"[^\W{_UNSPACED}]+(?:['’._\-/:@+#][^\W{_UNSPACED}]+)*")
_CUT_BEFORE = re.compile(r"[A-Za-z0-9_]\Z|[0-9][.,:]\Z")
_CUT_AFTER = re.compile(r"[A-Za-z0-9_]|[.,:][0-9]")


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"'})


def fold(text: str) -> str:
    """`text` in NFKC with every run of white space as one blank, and none at the ends.

    Apostrophes and quotation marks are the plain ones: a keyboard curls what a model straightens.
    """
    return " ".join(unicodedata.normalize("NFKC", text).translate(_STRAIGHT).split())


def stands_in(quotation: str, text: str) -> bool:
    """Whether `quotation` stands in `text` word for word. An empty one stands nowhere.

    It may not begin or end inside a Latin word or a number: "costs 15" does not stand in
    "costs 150".
    """
    wanted, whole = fold(quotation), fold(text)
    at = whole.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        left, right = whole[max(0, at - 2) : at], whole[end : end + 2]
        cut_left = _within_word(wanted[0]) and _CUT_BEFORE.search(left)
        cut_right = _within_word(wanted[-1]) and _CUT_AFTER.match(right)
        if not cut_left and not (cut_right and _really_cut(wanted[-1], right)):
            return True
        at = whole.find(wanted, at + 1)
    return False


def _within_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _really_cut(last: str, right: str) -> bool:
    return last.isdigit() or right[0] not in ".,:"


def long_enough(quotation: str, text: str) -> bool:
    """At least 3 words or 4 Han characters, or the same share of both; or the whole message."""
    if fold(quotation) == fold(text):
        return bool(fold(text))
    folded = fold(quotation)
    characters = len(_CHARACTER.findall(folded))
    words = len(_WORDS.findall(folded))
    return 4 * words + 3 * characters >= 12


_NUMBER = re.compile(r"(?<![\w.])[vV]?(\d+(?:[.,:/-]\d+)*)|(\d+(?:\.\d+)*)")
_NUMBER_WORDS = {
    **{
        word: str(value)
        for value, word in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve".split()
        )
    },
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "hundred": "100",
}
_HAN_DIGITS = dict(zip("零一二三四五六七八九", range(10), strict=True)) | {"两": 2, "〇": 0}
_HAN_NUMBER = re.compile("[零〇一二两三四五六七八九十百]+")
_HAN_COUNTED = re.compile(
    "([零〇一二两三四五六七八九十百]+)(?=[个天月年岁号日周楼元块万千只条台次位口人件套门]|小时|分钟|点钟)"
)
NEGATIONS = re.compile(
    r"(?i)\b(?:not|no|never|none|nor|neither|without|cannot|avoid(?:s|ed|ing)?|stop(?:s|ped)?"
    r"|don'?t|doesn'?t|didn'?t|isn'?t|aren'?t|wasn'?t|weren'?t|won'?t|can'?t|shouldn'?t|mustn'?t"
    r"|haven'?t|hasn'?t|hadn'?t|wouldn'?t|couldn'?t)\b"
    r"|不(?!过|同|断|管|仅|但|错|久|如|客气|好意思)|没(?!问题|关系)|别(?!人|的|处|墅|致|说)|未(?!来)|无(?!论|所谓)|勿|莫|非(?!常|洲)|禁止|"
    r"拒绝"
)
"""Words and characters that turn a statement round, compounds that do not aside."""

_CONTRAST = re.compile(r"(?i)\b(?:instead|rather|over|than|except|unlike)\b|而非|代替|除了|比起")
_CLAUSE = re.compile(
    r"[,.;:!?，。；：！？、\n]+(?!\d)|\b(?:but|instead|although|though)\b|但是?|而是|改用"
)
_LATIN = re.compile(
    r"(?<![0-9_])[A-Za-z\u00c0-\u024f](?:[A-Za-z0-9_\u00c0-\u024f]|"
    r"['’.+#/:@-](?=[A-Za-z0-9_+#]))*[+#]*"
)
_NO_NAMES = frozenset(
    """prefers prefer likes like loves love hates hate dislikes uses use using used lives live
    living works work working wants want wanted needs need has have had is are was were
    be does do did always often usually sometimes never not no only keep keeps call
    called calls name named write writes answer answers reply replies speak speaks
    address should must user users person my his her their our your the a an i he she
    they we it this that in on at of to from for with and or as by yes true false""".split()
)
_SAYS_NOTHING = frozenset(
    "prefer like love want need use user person call name live work yes true false alway".split()
)
_EMPTY_CHARACTERS = frozenset("的了是在有和与也都就我你他她它们这那个把被给用要会能喜欢想请")


def unstated(value: str, quotation: str, *, every: bool = False) -> tuple[str, ...]:
    """What `value` says and `quotation` does not, in order of appearance within each kind.

    Numbers, names, identifiers and negations, each as it stands in the value; "not" as well if
    the quotation says the value of something it denies; and the words of the value that are
    missing, if more than half of them are, or with `every` if one is. Empty: the quotation states
    the value.
    """
    value, quotation = fold(value), fold(quotation)
    missing: dict[str, None] = {}
    said_numbers = numbers(quotation, every=True)
    for number in numbers(value):
        if number not in said_numbers:
            missing[number] = None
    said = set(terms(quotation))
    low = quotation.casefold()
    for name in names(value):
        if not _named(name, said, low):
            missing[name] = None
    denied = NEGATIONS.search(value)
    if denied and not NEGATIONS.search(quotation):
        missing[denied.group()] = None
    if not denied and not _CONTRAST.search(value) and _only_denied(value, quotation):
        missing["not"] = None
    words = [term for term in query_terms(value) if _weighs(term) and not _CHARACTER.match(term)]
    absent = [word for word in words if word not in said]
    characters = [each for each in _CHARACTER.findall(value) if each not in _EMPTY_CHARACTERS]
    strange = [each for each in characters if each not in quotation]
    # Two characters weigh as much as one word.
    borne = 0 if every else (2 * len(words) + len(characters)) / 2
    if 2 * len(absent) + len(strange) > borne:
        missing.update(dict.fromkeys(absent))
        missing.update(dict.fromkeys(_runs(value, set(strange))))
    return tuple(missing)


def _runs(text: str, characters: set[str]) -> list[str]:
    """The parts of `text` that consist of `characters`."""
    kept = "".join(each if each in characters else " " for each in text)
    return kept.split()


def numbers(text: str, *, every: bool = False) -> tuple[str, ...]:
    """Numbers in `text` as digits, without thousands marks; "three days" and 三天 are 3.

    `every` also takes number words that may be something else (one, 一), for the side that is
    searched.
    """
    found: dict[str, None] = {}
    for match in _NUMBER.finditer(text):
        digits = match.group(1) or match.group(2)
        found[re.sub(r",(?=\d{3}(?!\d))", "", digits)] = None
        if every:
            found.update(dict.fromkeys(re.findall(r"\d+", digits)))
    for word in re.findall(r"[a-z]+", text.casefold()):
        if word in _NUMBER_WORDS and (every or word not in ("one", "zero")):
            found[_NUMBER_WORDS[word]] = None
    for run in (_HAN_NUMBER if every else _HAN_COUNTED).findall(text):
        if every or run != "一":
            found[str(_han_number(run))] = None
    return tuple(found)


def _han_number(run: str) -> int:
    if not set(run) & set("十百"):
        return int("".join(str(_HAN_DIGITS[each]) for each in run))
    total, digit = 0, 0
    for each in run:
        if each in "十百":
            total += (digit or 1) * (10 if each == "十" else 100)
            digit = 0
        else:
            digit = _HAN_DIGITS[each]
    return total + digit


def names(text: str) -> tuple[str, ...]:
    """Names and identifiers in `text`: capitalised words, Latin words between Chinese ones, and
    words with digits, signs or capitals inside. A verb that only begins a sentence is none."""
    found: dict[str, None] = {}
    chinese = _CHARACTER.search(text) is not None
    for match in _LATIN.finditer(text):
        plain = re.sub(r"['’]s$", "", match.group())
        if plain.casefold() in _NO_NAMES:
            continue
        formed = not plain.isalpha() and not re.fullmatch(r"[a-z]+['’-][a-z]+", plain)
        if chinese or formed or plain[:1].isupper() or not plain.islower():
            found[plain] = None
    return tuple(found)


def _named(name: str, said: set[str], low: str) -> bool:
    if re.search(rf"(?<![a-z0-9_]){re.escape(name.casefold())}(?![a-z0-9_])", low):
        return True
    wanted = terms(name)
    return bool(wanted) and all(term in said for term in wanted)


def _weighs(term: str) -> bool:
    han = _CHARACTER.match(term) is not None
    return len(term) == 2 if han else term not in _SAYS_NOTHING and not NEGATIONS.search(term)


def _only_denied(value: str, quotation: str) -> bool:
    """Whether some word of `value` stands in `quotation` only behind a negation."""
    affirmed: set[str] = set()
    denied: set[str] = set()
    for clause in _CLAUSE.split(quotation):
        negation = NEGATIONS.search(clause)
        if negation is None:
            affirmed.update(terms(clause))
        else:
            affirmed.update(terms(clause[: negation.start()]))
            denied.update(terms(clause[negation.end() :]))
    words = [term for term in query_terms(value) if _weighs(term)]
    return any(word in denied and word not in affirmed for word in words)


_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_QUOTED_LINES = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)


def is_pasted(text: str) -> bool:
    """Whether all of `text` is a document: over 40 lines, or nothing outside of pasted spans."""
    spans = pasted_spans(text)
    return bool(spans) and not "".join(_outside(text, spans)).strip()


def pasted_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of what was pasted: code fences, quoted lines, or all if over 40 lines."""
    if len(text.splitlines()) > PASTED_LINES:
        return ((0, len(text)),)
    fenced: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for mark in _FENCE.finditer(text):
        if opened is None:
            opened = mark
        elif mark.group(1).startswith(opened.group(1)) and mark.group().strip() == mark.group(1):
            fenced.append((opened.start(), mark.end()))
            opened = None
    if opened is not None:
        fenced.append((opened.start(), len(text)))
    quoted = [
        match.span()
        for match in _QUOTED_LINES.finditer(text)
        if not any(start <= match.start() < end for start, end in fenced)
    ]
    return tuple(sorted(fenced + quoted))


def _outside(text: str, spans: tuple[tuple[int, int], ...]) -> list[str]:
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(text[at:start])
        at = end
    return [*pieces, text[at:]]
