"""What a recall has found, whichever command asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stratal.cli.documents import answer_document, recall_document
from stratal.cli.options import Here
from stratal.cli.output import one_line, plain, short_ids
from stratal.core.records import Layer
from stratal.text.time_ranges import BEGINNING, END, TimeRange

if TYPE_CHECKING:
    from rich.text import Text

    from stratal.flows.asking import Answered
    from stratal.flows.recalling.hits import Hit, Recall
    from stratal.memory import Memory
    from stratal.session import Session


def show_found(
    here: Here,
    memory: Memory,
    session: Session,
    found: Recall,
    layers: Sequence[Layer],
    *,
    explain: bool = False,
) -> None:
    """Each hit with where it is from and why it is there; without any, where it was looked for."""
    out = here.out
    if out.as_json:
        out.document(recall_document(found))
        return
    from rich.text import Text

    ids = short_ids(hit.id for hit in found.hits)
    for place, hit in enumerate(found.hits, start=1):
        text = _told(hit)
        facts = [f"{hit.score:.2f}", _where(hit), out.day(hit.at)]
        if hit.chunk is None:
            facts.append(hit.id if hit.record is None else ids[hit.id])
        text.append(f"\n{plain('  '.join(facts))}", style="not bold")
        text.append(f"\n{plain(hit.why)}", style="not bold dim")
        if explain:
            parts = "  ".join(f"{part} {value:.2f}" for part, value in hit.parts.items())
            text.append(f"\n{parts}", style="not bold cyan")
        out.row((2, Text(f"{place}.")), (0, text))
    for note in found.notes:
        out.say(note, "yellow")
    if found.not_embedded:
        out.say(f"{found.not_embedded:,} entries are not embedded yet: found by words only.", "dim")
    if found.hits:
        return
    looked = ", ".join(str(scope) for scope in session.scopes)
    out.say(f"{found.reason.value.capitalize()} in {looked}.")
    if here.settings.scopes or set(layers) == {Layer.CONVERSATION}:
        return
    wide = here.settings.wide_session(memory)
    elsewhere = [str(scope) for scope in wide.scopes if scope not in session.scopes]
    if elsewhere:
        named = ", ".join(elsewhere)
        out.say(f"Other scopes hold memories or documents: {named} (--scope).", "dim")


def show_answer(here: Here, found: Answered) -> None:
    """Each result with its date and where it is from; why there, and what was counted."""
    out = here.out
    if out.as_json:
        out.document(answer_document(found))
        return
    from rich.text import Text

    out.say(plain(found.why), "dim")
    if found.during is not None:
        out.say(_span(here, found.during), "dim")
    if found.count is not None:
        out.say(f"{found.count:,} times", "bold")
    for place, hit in enumerate(found.hits, start=1):
        text = _told(hit)
        text.append(f"\n{plain(f'{out.day(hit.at)}  {_where(hit)}')}", style="not bold")
        text.append(f"\n{plain(hit.why)}", style="not bold dim")
        out.row((4, Text(f"{place}.")), (0, text))
    for note in found.notes:
        out.say(plain(note), "yellow")
    if not found.hits:
        out.say(f"{found.reason.value.capitalize()}.")


def _span(here: Here, during: TimeRange) -> str:
    """A range as its beginning and its end, as far as it has them."""
    since = "" if during.since == BEGINNING else f"from {here.out.moment(during.since)} "
    before = "" if during.before == END else f"to {here.out.moment(during.before)}"
    return f"{since}{before}"


def _told(hit: Hit) -> Text:
    """The words that were found. A piece of a document keeps its lines: some are tables or code."""
    from rich.text import Text

    if hit.chunk is not None or hit.passage is not None:
        text = Text(plain(_cited(hit)), style="bold")
        text.append(f"\n{plain(hit.text)}", style="not bold")
        return text
    waits = " (waits for you)" if hit.pending else ""
    return Text(f"{one_line(hit.text)}{waits}", style="bold")


def _cited(hit: Hit) -> str:
    """Where a piece stands: a document's citation, or a file's path, line and version."""
    if hit.chunk is not None:
        return hit.chunk.citation
    one = hit.passage
    return "" if one is None else f"{one.store_name}:{one.path}:{one.line} (version {one.version})"


def _where(hit: Hit) -> str:
    if hit.record is not None:
        return f"{hit.record.kind.value} of {hit.record.scope}"
    if hit.message is not None:
        return f"{hit.message.speaker or hit.message.role.value} in {hit.message.conversation}"
    if hit.event is not None:
        return f"event: {hit.event.kind}"
    if hit.passage is not None:
        return "file"
    return "task" if hit.layer is Layer.TASK else "document"
