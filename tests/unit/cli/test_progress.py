"""The bar: what it says, and that it is nobody's markup."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from stratal.cli.options import Here
from stratal.cli.output import Output
from stratal.cli.progress import Bar, progress
from stratal.cli.settings import Given, Settings


@pytest.mark.parametrize(("share", "shown"), [(0.5, "50%"), (None, "nobody knows")])
def test_it_says_what_is_done(share: float | None, shown: str) -> None:
    """With the share where it is known; a file's name is text, whatever it looks like."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    with Progress(console=console) as bars:
        Bar(bars).show(f"reading [red]{shown}\x1b[2J.md", share)
    assert f"reading [red]{shown}␛[2J.md" in out.getvalue()
    assert ("50%" in out.getvalue()) == (share is not None)


def test_without_a_terminal_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever reads standard error in its place gets nothing."""
    here = Here(settings=Settings.of(Given(user="ana")), out=Output(as_json=False))
    with progress(here) as bar:
        assert bar is None
    assert capsys.readouterr() == ("", "")
