"""No words go to two layers: which words of a person were written down already, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from stratal.core.evidence import Evidence, MessageEvidence
from stratal.core.records import Layer, Status
from stratal.flows.citing import Cited, Shown
from stratal.layers.access import Access
from stratal.layers.events import Events
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.text.quotation import fold

_EVENTS = 200
"""Latest events in which the words are looked for: an utterance is routed when it is said."""


class OneLayer:
    """Which words went where: by the rules when they were said, and by this run so far."""

    def __init__(self, access: Access, shown: Shown, task: Task | None) -> None:
        self._access = access
        self._shown = shown
        self._task = task
        self._taken: list[tuple[Layer, MessageEvidence]] = []

    def elsewhere(self, evidence: Sequence[Cited], layer: Layer) -> tuple[str, str] | None:
        """Why these words are not for `layer`, as a code and a sentence; or None."""
        for where, held in (*self._written, *self._taken):
            if where is not layer and any(self._same_words(held, one) for one in evidence):
                return "one_layer", f"These words went to {where}: nothing is written to two."
        return None

    def written(self, evidence: Sequence[Cited]) -> tuple[str, str] | None:
        """Why these words are for no layer any more, as a code and a sentence; or None."""
        for where, held in (*self._written, *self._taken):
            if any(self._same_words(held, one) for one in evidence):
                return "one_layer", f"These words went to {where} already."
        return None

    def take(self, evidence: Sequence[Cited], layer: Layer) -> None:
        """From now on these words are that layer's."""
        self._taken += [(layer, one) for one in self._shown.evidence(evidence)]

    @cached_property
    def _written(self) -> list[tuple[Layer, MessageEvidence]]:
        here = self._access.conversation
        return [
            (layer, held)
            for layer, held in self._held()
            if isinstance(held, MessageEvidence) and held.conversation == here
        ]

    def _held(self) -> Iterator[tuple[Layer, Evidence]]:
        profile, memories = Profile(access=self._access), Memories(access=self._access)
        for record in (*profile.facts(), *profile.pending()):
            yield from ((Layer.PROFILE, one.cited) for one in record.evidence)
        for record in memories.entries(statuses=tuple(Status)):
            yield from ((Layer.MEMORIES, one.cited) for one in record.evidence)
        for event in Events(access=self._access).last(_EVENTS):
            yield from ((Layer.EVENTS, one) for one in event.evidence)
        if self._task is not None:
            for cited in self._task.evidence().values():
                yield from ((Layer.TASK, one) for one in cited)

    def _same_words(self, held: MessageEvidence, cited: Cited) -> bool:
        message = self._shown.message(cited)
        return held.message == message.id and _meet(held.quotation, cited.quotation, message.said)


def _meet(one: str, other: str, text: str) -> bool:
    """Whether two quotations of `text` have words of it in common."""
    said = fold(text)
    spans = [(said.find(fold(words)), len(fold(words))) for words in (one, other)]
    (first, length), (second, other_length) = spans
    if first < 0 or second < 0:
        # Folded otherwise than the text: in doubt it is the same.
        return True
    return first < second + other_length and second < first + length
