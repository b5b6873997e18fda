"""Whether texts that should be gone stand anywhere in the database still."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratal.cli import status
from stratal.cli.options import Here
from stratal.cli.upkeep import counter
from stratal.core.canonical import Json
from stratal.errors import InvalidValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratal.flows.absence import Absence, Found, Place

_STANDARD_INPUT = Path("-")


def prove_absence(
    here: Here,
    file: Annotated[
        Path | None,
        typer.Argument(
            help="The texts, one a line, or a JSON string where one has several lines; - is "
            "standard input.",
            show_default=False,
        ),
    ] = None,
    text: Annotated[
        list[str] | None,
        typer.Option(
            "--text",
            help="A text; may be repeated. Your shell keeps it in its history: a file is better.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show the tables where nothing was found, too.")
    ] = False,
) -> int:
    """Look for texts in every row, in the index and in the bytes of the database.

    After erasing somebody: with what they said, and with their names, as texts. Found is a whole
    text, a sentence, several words of it in a row, or a mail address or long number in it; a word
    by itself, and what rows of others than --user hold, is counted apart. Status 1 if one is found.
    """
    from stratal.flows.absence import look_for

    texts = [*(text or ()), *(_read(file) if file is not None else ())]
    if not texts:
        raise InvalidValue("texts", "", "are none: name a file of texts, or - for standard input")
    with here.settings.memory() as memory, counter(here) as told:
        principal = here.settings.principal
        absence = look_for(
            memory.database, texts, tenant=principal.tenant, user=principal.user, told=told
        )
    if here.out.as_json:
        here.out.document(_document(absence))
    else:
        _show(here, absence, every=every)
    return status.REFUSED if absence.found else status.DONE


def _read(file: Path) -> list[str]:
    try:
        raw = sys.stdin.buffer.read() if file == _STANDARD_INPUT else file.read_bytes()
        lines = raw.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise InvalidValue("file", str(file), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise InvalidValue("file", str(file), "is not UTF-8") from None
    return [_text(line) for line in lines if line.strip()]


def _text(line: str) -> str:
    """A line as it is, or what it says as a JSON string."""
    bare = line.strip()
    if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
        try:
            said = json.loads(bare)
        except ValueError:
            return line
        if isinstance(said, str):
            return said
    return line


def _show(here: Here, absence: Absence, *, every: bool) -> None:
    out = here.out
    shown = [place for place in absence.places if every or not _quiet(place)]
    quiet = [place for place in absence.places if not (every or not _quiet(place))]
    rows = [(place.name, _amount(place), _verdict(place), _what(place)) for place in shown]
    if quiet:
        looked_at = f"{sum(place.looked_at for place in quiet):,} rows"
        rows.insert(0, (f"{len(quiet)} tables", looked_at, "not found", ""))
    out.table(("where", "looked at", "result", "what"), rows, wide="what")
    out.say("")
    if absence.found:
        texts = {one.text for place in absence.places for one in place.found}
        out.say(f"Found: {len(texts)} of {absence.texts} texts are still there.", "red")
    else:
        out.say(f"Not found: none of {absence.texts} texts, where it was looked.", "green")
    if absence.unchecked:
        names = "; ".join(place.name for place in absence.unchecked)
        out.say(f"Not checked: {names}. Of these nothing is proved.", "yellow")
    if absence.not_unpacked:
        told = f"Not unpacked: {absence.not_unpacked:,} packed values, parts of which are gone"
        out.say(f"{told}. Of these nothing is proved.", "yellow")
    if any(place.theirs for place in absence.places):
        out.say("What other people's rows hold is theirs: look if it tells of the person.", "dim")


def _quiet(place: Place) -> bool:
    silent = not (place.found or place.theirs or place.unclear or place.problem)
    return place.unit == "rows" and silent


def _amount(place: Place) -> str:
    return "" if place.problem else f"{place.looked_at:,} {place.unit}"


def _verdict(place: Place) -> str:
    if place.problem:
        return "not checked"
    if place.found:
        return "FOUND"
    return "not told apart" if place.unclear else "not found"


def _what(place: Place) -> str:
    if place.problem:
        return place.problem
    told = []
    found = _strongest(place.found)
    for one in found[:3]:
        times = "" if one.times == 1 else f", {one.times:,} times"
        told.append(f"text {one.text} ({one.form}{times}): {one.where}")
    if len(found) > len(told):
        told.append(f"and {len(found) - len(told):,} more")
    if place.theirs:
        told.append(f"in other people's rows {place.theirs:,} times")
    if place.words and not found:
        told.append(f"a word of a text by itself {place.words:,} times, which proves nothing")
    if place.unclear:
        told.append(f"{place.unclear:,} times where rows of others explain it")
    if place.not_unpacked:
        told.append(f"not unpacked: {place.not_unpacked:,} packed values, parts of which are gone")
    return "\n".join(told)


def _strongest(found: Sequence[Found]) -> list[Found]:
    """Each text by how it was found first of all: whoever has all of it has its words in a row."""
    from stratal.text.traces import Form

    whole = {one.text for one in found if one.form is not Form.RUN}
    return [one for one in found if one.form is not Form.RUN or one.text not in whole]


def _document(absence: Absence) -> dict[str, Json]:
    places: list[Json] = [
        {
            "place": place.name,
            "looked_at": place.looked_at,
            "unit": place.unit,
            "result": _verdict(place).lower(),
            "problem": place.problem,
            "found": [
                {
                    "text": one.text,
                    "form": one.form.value,
                    "times": one.times,
                    "where": one.where,
                }
                for one in place.found
            ],
            "in_other_peoples_rows": place.theirs,
            "words": place.words,
            "not_told_apart": place.unclear,
            "not_unpacked": place.not_unpacked,
        }
        for place in absence.places
    ]
    return {"found": absence.found, "texts": absence.texts, "places": places}
