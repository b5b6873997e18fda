"""`stratal keep-profile`, `consolidate` and `archive`, as a person types them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal.cli.app import run
from stratal.testing.provider import LoopbackProvider

SAID = [
    pytest.param(
        "Kafka won in the end, the replay settled that.",
        "Kafka won in the end, the replay settled that",
        id="en",
    ),
    pytest.param(
        "那就 Kafka 吧，能回放这点说服了大家", "那就 Kafka 吧，能回放这点说服了大家", id="zh"
    ),
]


def typed(address: str, *words: str) -> int:
    own = ("--tenant", "acme", "--user", "ana", "--conversation", "monday")
    return run(["--database", address, *words, *own, "--scope", "repo:trip"])


@pytest.mark.parametrize(("message", "told"), SAID)
@pytest.mark.parametrize("named", [True, False], ids=["task", "no task"])
def test_keep_profile_takes_decisions_into_the_task_that_is_named(
    message: str,
    told: str,
    named: bool,
    sessions: Sessions,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With --task a decision that a model finds is the task's alone, else a memory."""
    session = sessions(scopes=("user:ana", "repo:trip"))
    task = session.task("queue", goal="choose a queue")
    session.conversation.append({"role": "user", "content": message})
    cited = [{"message": "1", "quotation": told}]
    found = {"kind": "decision", "text": told, "reason": "", "evidence": cited}
    with LoopbackProvider([json.dumps({"changes": [], "told": [found]})]) as provider:
        monkeypatch.setenv("OPENAI_BASE_URL", provider.openai_url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        more = ["--task", "queue"] if named else []
        model = ["--model", "openai-chat:gpt-5"]
        assert typed(address, "keep-profile", *more, *model, "--json") == 0
    answer: Any = json.loads(capsys.readouterr().out)
    assert [one["layer"] for one in answer["outcomes"]] == ["task" if named else "memories"]
    decided = [one.text for one in session.tasks.get(task.id).state.decisions]
    kept = [one.content for one in session.memories.entries()]
    assert (decided, kept) == (([told], []) if named else ([], [told]))


@pytest.mark.parametrize(("name", "word"), [("queue", "closed"), ("kew", "not found")])
def test_a_task_that_takes_nothing_is_told(
    name: str, word: str, sessions: Sessions, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A task that is closed, or that is not there, ends it in one line before anything is read."""
    session = sessions(scopes=("user:ana", "repo:trip"))
    session.task("queue", goal="choose a queue").close()
    session.conversation.append({"role": "user", "content": "Call me Annie."})
    assert typed(address, "keep-profile", "--task", name) != 0
    told = capsys.readouterr().err
    assert name in told
    assert word in told or "no task" in told.lower()
    assert session.profile.facts() == []
