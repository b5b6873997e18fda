"""The benchmarks still run. What they measure is for people to read."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks"
NAMES = sorted(
    file.stem for file in FOLDER.glob("*.py") if "\ndef main(" in file.read_text(encoding="utf-8")
)
# The server takes longer to start than all the rest; the suite of behaviour tests it whole.
SMALLER = {
    "erasing": ("--items-postgresql", "0"),
    "forgetting": ("--largest-postgresql", "0"),
    "scale": ("--largest", "1000", "--largest-postgresql", "0"),
    "speed": ("--no-postgresql",),
}
FIELDS: dict[str, type | tuple[type, ...]] = {
    "benchmark": str,
    "set": str,
    "split": str,
    "system": str,
    "metric": str,
    "value": (int, float),
    "unit": str,
}


def test_there_are_benchmarks() -> None:
    """A benchmark that nobody found would pass every other test."""
    assert {"peers", "recall", "scale", "speed"} <= set(NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_runs_quickly_and_writes_rows(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With ``--quick`` it ends well, prints something, and its rows have the fixed form."""
    file = tmp_path / "rows.json"
    main = import_module(f"benchmarks.{name}").main
    assert main(["--quick", "--json", str(file), *SMALLER.get(name, ())]) == 0
    assert name in capsys.readouterr().out or name == "recall"
    rows = json.loads(file.read_text(encoding="utf-8"))
    assert rows
    for row in rows:
        assert row.keys() == FIELDS.keys()
        assert all(isinstance(row[field], kind) for field, kind in FIELDS.items())
        assert row["benchmark"] == name
    assert "stratal" in {row["system"] for row in rows}
