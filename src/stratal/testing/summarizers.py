"""Summarizers whose answers a test decides: as scripted, empty, too long, lossy, not at all, never.

They keep the contract of the port, need no model and are safe in threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from stratal.core.canonical import Json
from stratal.core.messages import message_text
from stratal.errors import ModelUnavailable
from stratal.models.summarizer import SummaryRequest

Answer: TypeAlias = "str | Sequence[Mapping[str, Json]] | Callable[[SummaryRequest], str]"
"""A text, content blocks of which the text counts, or what makes a text of the request."""


class ScriptedSummarizer:
    """Answers in order, the last answer again and again; `requests` is what it was given."""

    def __init__(self, *answers: Answer, name: str = "scripted", window: int = 100_000) -> None:
        self.name = name
        self.window = window
        self.requests: list[SummaryRequest] = []
        self._answers = list(answers)
        self._lock = threading.Lock()

    def summarize(self, request: SummaryRequest) -> str:
        with self._lock:
            self.requests.append(request)
            answer = self._answers[0] if len(self._answers) == 1 else self._answers.pop(0)
        if isinstance(answer, str):
            return answer
        if callable(answer):
            return answer(request)
        return message_text({"content": answer})


class FailingSummarizer:
    """Raises `error`, as often as `times` says; then answers with `answer`."""

    def __init__(
        self,
        error: Exception | None = None,
        *,
        times: int | None = None,
        answer: str = "They talked.",
        name: str = "failing",
        window: int = 100_000,
    ) -> None:
        self.name = name
        self.window = window
        self.failed = 0
        """How many calls have failed."""
        self._error = error or ModelUnavailable(name, "does not answer (as scripted)")
        self._times = times
        self._answer = answer
        self._lock = threading.Lock()

    def summarize(self, request: SummaryRequest) -> str:
        with self._lock:
            if self._times is not None and self.failed >= self._times:
                return self._answer
            self.failed += 1
        raise self._error


class EmptySummarizer:
    """Answers with white space."""

    name = "empty"
    window = 100_000

    def summarize(self, request: SummaryRequest) -> str:
        return "  \n"


class LongSummarizer:
    """Answers with more than it was given."""

    name = "long"
    window = 100_000

    def summarize(self, request: SummaryRequest) -> str:
        given = "\n".join([request.earlier, *(one.line for one in request.messages)])
        return f"{given}\nAll of this was said, and much more could be said about it. " * 2


class LossySummarizer:
    """Tells nothing of what was said: a check that relies on the summary is seen to fail."""

    name = "lossy"
    window = 100_000

    def summarize(self, request: SummaryRequest) -> str:
        return "They talked."


class LoopingSummarizer:
    """Does not come back until the test says so: `release`; after `patience` seconds it gives up.

    `waiting` is set when it has been called.
    """

    name = "looping"
    window = 100_000

    def __init__(self, *, patience: float = 30.0, answer: str = "They talked.") -> None:
        self.waiting = threading.Event()
        self.release = threading.Event()
        self._patience = patience
        self._answer = answer

    def summarize(self, request: SummaryRequest) -> str:
        self.waiting.set()
        if not self.release.wait(self._patience):
            raise ModelUnavailable(self.name, f"was not released within {self._patience:g} s")
        return self._answer
