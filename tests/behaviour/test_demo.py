"""The demo is true: told in separate processes, from what the memory really answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from tests.processes import stratal_at_home

from stratal.cli.app import run
from stratal.cli.demo.words import Day

LANGUAGES = ("en", "zh")
COMMANDS = {
    Day.WEDNESDAY: "pnpm add dayjs",
    Day.THURSDAY: "npm install dayjs",
    Day.FRIDAY: "bun add dayjs",
}


@pytest.fixture(scope="module", params=LANGUAGES)
def days(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What happened on each day, as the demo tells it to a program."""
    home = tmp_path_factory.mktemp("home")
    done = stratal_at_home(home, "demo", "--lang", request.param, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (home / ".local").exists(), "the person's own memory is not touched"
    document = json.loads(done.stdout)
    assert document["language"] == request.param
    days: list[Any] = document["days"]
    return days


def test_each_day_is_a_process_of_its_own(days: list[Any]) -> None:
    """Four days, four processes: what is known on a later day comes from the database."""
    assert [day["day"] for day in days] == ["monday", "wednesday", "thursday", "friday"]
    assert len({day["process"] for day in days}) == 4


def test_monday_goes_to_its_layers(days: list[Any]) -> None:
    """What fills the window goes into the task, and at its close what others need to memories."""
    monday = days[0]
    layers = [outcome["layer"] for outcome in monday["outcomes"]]
    assert layers == ["conversation", "profile", "task", *["memories"] * 6, "task"]
    assert [outcome["code"] for outcome in monday["outcomes"]][-1] == "burned"
    assert len(monday["taken"]) == 4
    assert sorted(set(monday["runs"])) == ["archive", "consolidate"]


def test_on_wednesday_the_agent_uses_pnpm(days: list[Any]) -> None:
    """The prompt says pnpm in its pinned block, and the command follows from the prompt."""
    wednesday = days[1]
    assert "pnpm" in wednesday["prompt"]
    assert wednesday["command"] == "pnpm add dayjs"
    assert wednesday["blocks"]["pinned"] > 0
    assert sum(wednesday["blocks"].values()) == wednesday["tokens"]


def test_on_thursday_there_is_no_word_of_it(days: list[Any]) -> None:
    """In the other repository the prompt holds npm, and pnpm nowhere."""
    thursday = days[2]
    assert "pnpm" not in thursday["prompt"]
    assert "npm" in thursday["prompt"]
    assert thursday["command"] == "npm install dayjs"


def test_on_friday_the_mind_has_changed(days: list[Any]) -> None:
    """One value is current, the old one is kept with its evidence and the log of its end."""
    friday = days[3]
    old, new = friday["values"]
    assert (old["status"], new["status"]) == ("superseded", "active")
    assert "pnpm" in old["evidence"][0]["quotation"]
    assert "bun" in new["evidence"][0]["quotation"]
    assert friday["outcomes"][-1]["closed"] == [old["id"]]
    assert old["valid_to"] == new["valid_from"]
    assert new["id"] in friday["log"][-1]["side_effect"]
    assert friday["command"] == "bun add dayjs"


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_straight_at_both_widths(
    language: str,
    width: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No line is wider than the terminal, no colour without one, and the story is all there."""
    monkeypatch.setenv("COLUMNS", str(width))
    for day in Day:
        words = ("demo-day", day.value, "--lang", language, "--database", str(tmp_path / "d.db"))
        assert run(words) == 0
        shown = capsys.readouterr().out
        assert max(cell_len(line) for line in shown.splitlines()) <= width
        assert "\x1b" not in shown
        assert len(shown.splitlines()) <= 2 * 48, "two screens a day"
        if day in COMMANDS:
            assert f"$ {COMMANDS[day]}" in shown


def test_it_is_told_on_the_terminal(tmp_path: Path) -> None:
    """Without --json every day writes to the one standard output, in order."""
    done = stratal_at_home(tmp_path, "demo")
    assert (done.returncode, done.stderr) == (0, "")
    places = [done.stdout.index(f" {day.value.title()} ") for day in Day]
    assert places == sorted(places)


def test_a_claim_that_does_not_hold_ends_the_story(tmp_path: Path) -> None:
    """A day on a database without the days before it fails, and says what does not hold."""
    done = stratal_at_home(tmp_path, "demo-day", "wednesday", "--database", str(tmp_path / "e.db"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "does not hold" in done.stderr
