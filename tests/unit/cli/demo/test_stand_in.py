"""The demo's stand-in for a model reads a prompt and has nothing else to go by."""

from __future__ import annotations

import pytest

from stratal.cli.demo.stand_in import command_for


@pytest.mark.parametrize(
    ("prompt", "command"),
    [
        ("- This project uses pnpm, not npm.", "pnpm add dayjs"),
        ("- 这个项目用 pnpm，别用 npm", "pnpm add dayjs"),
        ("- 别用 npm，用 yarn", "yarn add dayjs"),
        ("Don't use npm here; bun is the one.", "bun add dayjs"),
        ("This repository uses npm, it is an npm workspace.", "npm install dayjs"),
        ("package manager: bun (not pnpm)", "bun add dayjs"),
    ],
)
def test_the_command_follows_from_the_prompt(prompt: str, command: str) -> None:
    """The manager that the prompt is for, not one that it is against."""
    found = command_for(f"You work here.\n{prompt}\nAdd dayjs.", "dayjs")
    assert found.line == command
    assert found.because == prompt.strip(" -")


def test_without_a_word_it_is_a_habit() -> None:
    """A prompt that names no manager gives what a model would do unasked, and says why not."""
    found = command_for("Add dayjs to pnpm-workspace.yaml.", "dayjs")
    assert (found.line, found.because) == ("npm install dayjs", "")
