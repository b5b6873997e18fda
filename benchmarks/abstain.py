"""When nothing stored answers, recall should give nothing: false recalls beside hits, as a curve.

    python -m benchmarks.abstain --save benchmarks/results
    python -m benchmarks.abstain --quick

Two planted stores, English and Chinese, each as memories and as messages. ``hit`` is the share of
questions whose fact is among the first five; ``false, near`` the share of questions with any result
of those that name something stored but ask what nobody has told, and ``false, far`` of those about
nothing stored. The floor is the cosine that an entry must reach, if it has not most of the
question's words; where nothing does, nothing is given.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import stratal
from benchmarks.command import finish, parser
from benchmarks.kept_vectors import KeptVectors
from benchmarks.machine import described
from benchmarks.planted import Planted, stores
from benchmarks.plots import Plot
from benchmarks.rows import Row, table
from stratal import Embedder, Layer, Principal
from stratal.flows.recall import fill_vectors, recall
from stratal.flows.relevance import BLENDS, RECIPE
from stratal.models.builtin import GENERATION, BuiltinEmbedder

FLOORS = (0.0, 0.1, 0.15, 0.2, 0.225, 0.25, 0.275, 0.3, 0.325, 0.35, 0.4, 0.5)
HIT, NEAR, FAR = "hit", "false, near", "false, far"
LAYERS = (Layer.MEMORIES, Layer.CONVERSATION)
K = 5
QUICK = 6
"""Questions of each kind with ``--quick``."""

Ask = Callable[[str, float], Sequence[str]]
"""The texts found for a question with that floor."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rates:
    """Of one store, in percent."""

    set: str
    layer: Layer
    floor: float
    values: dict[str, float]


@contextmanager
def _stored(one: Planted, layer: Layer, embedder: Embedder) -> Iterator[Ask]:
    person = Principal(tenant="benchmark", user="ana")
    with (
        tempfile.TemporaryDirectory() as folder,
        stratal.open(
            Path(folder) / "planted.db", durability="process", embedder=embedder
        ) as memory,
    ):
        session = memory.session(person, id="asking", scopes=["user:ana"])
        for at, fact in enumerate(one.facts):
            if layer is Layer.MEMORIES:
                outcome = session.memories.remember(fact)
            else:
                # A conversation each: what is told beside a fact must not lend it its words.
                told = memory.session(person, id=f"told-{at}").conversation
                outcome = told.append({"role": "user", "content": fact})
            assert outcome.kept, outcome
        access = session._access  # noqa: SLF001 - a session recalls with the default floor alone
        while fill_vectors(access, embedder):
            continue

        def ask(question: str, floor: float) -> Sequence[str]:
            found = recall(
                access,
                question,
                embedder=embedder,
                k=K,
                layers=[layer],
                recipe=replace(RECIPE, floor=floor),
            )
            return [hit.text for hit in found.hits]

        yield ask


def rates(one: Planted, layer: Layer, ask: Ask, floor: float) -> Rates:
    """What one floor lets through."""

    def share(answers: Sequence[bool]) -> float:
        return round(100 * sum(answers) / len(answers), 1)

    answered = zip(one.facts, one.asked, strict=True)
    return Rates(
        set=one.language,
        layer=layer,
        floor=floor,
        values={
            HIT: share([fact in ask(question, floor) for fact, question in answered]),
            NEAR: share([bool(ask(question, floor)) for question in one.near_miss]),
            FAR: share([bool(ask(question, floor)) for question in one.far_off]),
        },
    )


def _rows(measured: Sequence[Rates]) -> list[Row]:
    return [
        Row(
            benchmark="abstain",
            set=one.set,
            split=one.layer.value,
            system="stratal",
            metric=f"{metric} at floor {one.floor:g}",
            value=value,
            unit="%",
        )
        for one in measured
        for metric, value in one.values.items()
    ]


def _mean(measured: Sequence[Rates], floor: float, metric: str) -> float:
    values = [one.values[metric] for one in measured if one.floor == floor]
    return sum(values) / len(values)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write rows and the curve; 1 if the default floor loses many hits."""
    options = parser(__doc__).parse_args(arguments)
    default = BLENDS[GENERATION.model].floor
    floors = sorted({0.0, default} if options.quick else {*FLOORS, default})
    measured = []
    with (
        tempfile.TemporaryDirectory() as folder,
        KeptVectors(BuiltinEmbedder(), Path(folder) / "vectors.db") as embedder,
    ):
        for one in stores(QUICK if options.quick else None):
            for layer in LAYERS[:1] if options.quick else LAYERS:
                with _stored(one, layer, embedder) as ask:
                    measured += [rates(one, layer, ask, floor) for floor in floors]
    rows = _rows(measured)
    tables = {
        f"{set_}, {layer}": table(
            [row for row in rows if (row.set, row.split) == (set_, layer.value)],
            down=lambda row: row.metric.rpartition(" ")[2],
            across=lambda row: row.metric.partition(" at ")[0],
            corner="floor",
        )
        for set_ in dict.fromkeys(one.set for one in measured)
        for layer in dict.fromkeys(one.layer for one in measured)
    }
    curve = Plot(
        title="Hits and false recalls by floor, mean of both languages and layers",
        x="floor: cosine",
        y="questions, %",
        lines={
            metric: [(floor, _mean(measured, floor, metric)) for floor in floors]
            for metric in (HIT, NEAR, FAR)
        },
        logarithmic=False,
    )
    finish(
        options,
        rows,
        tables=tables,
        notes=[f"the default floor of {GENERATION.model} is {default:g}"],
        machine=described(embedder=GENERATION.key),
        plots={"abstain": curve},
    )
    lost = _mean(measured, floors[0], HIT) - _mean(measured, default, HIT)
    return 0 if lost <= 5 else 1


if __name__ == "__main__":
    raise SystemExit(main())
