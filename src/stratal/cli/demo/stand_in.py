"""A stand-in for a model: it reads a prompt and forms the command that it would run.

It knows four package managers by name, and what a "not" is. Which of them is meant it can have only
from the prompt; where that names none, it does what comes to a model's mind first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"(?<![\w/.-])(pnpm|npm|yarn|bun)(?![\w/-])", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|never|no longer|instead of|don't|do not|without)\b|别|不要|不用|不再|勿",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.!?，；：。！？、()（）\n]")
_HABIT = "npm"
_VERB = {"npm": "install"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A command line, and the line of the prompt that it rests on; empty for a habit."""

    line: str
    because: str


def command_for(prompt: str, library: str) -> Command:
    """How to add `library`, as far as the prompt says."""
    for named in _NAME.finditer(prompt):
        clause_start = max(
            (end.end() for end in _CLAUSE.finditer(prompt, 0, named.start())), default=0
        )
        if _NOT.search(prompt, clause_start, named.start()):
            continue
        start = prompt.rfind("\n", 0, named.start()) + 1
        end = prompt.find("\n", named.end())
        line = prompt[start : end if end >= 0 else len(prompt)]
        return Command(line=_command(named[1].lower(), library), because=line.strip(" -"))
    return Command(line=_command(_HABIT, library), because="")


def _command(manager: str, library: str) -> str:
    return f"{manager} {_VERB.get(manager, 'add')} {library}"
