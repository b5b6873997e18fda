"""The work, the same for every system: add items one by one, and search at each size.

What to do comes in a folder: ``work.json``, and the vectors as little-endian float32 in one file,
first those of the texts, then those of the questions. When comes by standard input, a `Step` a
line, and each is answered by a line: so several systems take turns, and what else the machine does
falls on all of them alike.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal, Protocol, TypedDict, TypeVar

T = TypeVar("T")


class Work(TypedDict):
    """``work.json``."""

    dimension: int
    texts: list[str]
    sizes: list[int]
    questions: dict[str, list[str]]
    """By size, as text."""
    answers: dict[str, list[int]]
    """The text that each question was made from, by its place."""


class Calls(TypedDict):
    """What each of several calls took, in seconds."""

    wall: list[float]
    cpu: list[float]
    """Of all threads: what is left when others keep the machine busy."""
    right: list[bool]
    """Whether a question's own text was among the first ten."""


class Step(TypedDict):
    """Add the texts from `start` to `stop`, or ask that part of the questions of `size`.

    ``search`` is timed, and ``find`` answers with what was found.
    """

    do: Literal["add", "search", "find", "tell"]
    size: int
    start: int
    stop: int
    limit: int
    """Results of one search."""


class Told(TypedDict):
    """The answer to ``tell``."""

    versions: dict[str, str]
    notes: list[str]


class Vectors:
    """Every text and question with the vector that was computed before."""

    def __init__(self, folder: Path, work: Work) -> None:
        self.dimension = work["dimension"]
        asked = [text for size in work["sizes"] for text in work["questions"][str(size)]]
        self.texts = [*work["texts"], *asked]
        self._raw = (folder / "vectors").read_bytes()
        # Mem0 takes white space off the ends of a question.
        self._place = {text.strip(): at for at, text in enumerate(self.texts)}

    def packed(self, text: str) -> bytes:
        """As bytes."""
        size = 4 * self.dimension
        at = self._place[text.strip()] * size
        return self._raw[at : at + size]

    def numbers(self, text: str) -> list[float]:
        """As Python has them from a model's answer."""
        numbers = array("f", self.packed(text))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tolist()


class System(Protocol):
    """What is measured."""

    notes: list[str]

    @property
    def packages(self) -> Sequence[str]:
        """Those whose versions count."""
        ...

    def add(self, text: str) -> None:
        """Keep one text, durably, and so that its vector can be searched."""
        ...

    def search(self, question: str, limit: int) -> list[str]:
        """The texts of the first `limit`, the best first."""
        ...


def run(make: Callable[[Vectors, Path], System]) -> None:
    """Do the work named on the command line, step by step."""
    folder, place = Path(sys.argv[1]), Path(sys.argv[2])
    work: Work = json.loads((folder / "work.json").read_text(encoding="utf-8"))
    system = make(Vectors(folder, work), place)
    for line in sys.stdin:
        step: Step = json.loads(line)
        key, part = str(step["size"]), slice(step["start"], step["stop"])
        answer: Calls | Told | list[list[str]]
        search = partial(system.search, limit=step["limit"])
        if step["do"] == "add":
            answer, _ = _timed(system.add, work["texts"][part])
        elif step["do"] == "search":
            questions = work["questions"][key][part]
            if not step["start"]:
                # The first search may load what later ones use.
                search(questions[0])
                gc.collect()
            answer, found = _timed(search, questions)
            wanted = work["answers"][key][part]
            answer["right"] = [
                work["texts"][at] in texts for at, texts in zip(wanted, found, strict=True)
            ]
        elif step["do"] == "find":
            answer = [search(question) for question in work["questions"][key][part]]
        else:
            versions = {package: version(package) for package in system.packages}
            answer = Told(versions=versions, notes=system.notes)
        print(json.dumps(answer), flush=True)


def _timed(call: Callable[[str], T], arguments: Sequence[str]) -> tuple[Calls, list[T]]:
    took = Calls(wall=[], cpu=[], right=[])
    answers = []
    for argument in arguments:
        started, used = time.perf_counter(), time.process_time()
        answers.append(call(argument))
        took["cpu"].append(time.process_time() - used)
        took["wall"].append(time.perf_counter() - started)
    return took, answers


def environment(place: Path) -> Mapping[str, str]:
    """Settings that keep a system within `place`, and from reporting: proxies lead nowhere."""
    return {
        "HOME": str(place),
        "TMPDIR": str(place),
        "MEM0_TELEMETRY": "False",
        "MEM0_DIR": str(place / "mem0"),
        "LANGSMITH_TRACING": "false",
        "LANGCHAIN_TRACING_V2": "false",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "HTTPS_PROXY": "http://127.0.0.1:9",
    }
