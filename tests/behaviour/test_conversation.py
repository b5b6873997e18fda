"""The conversation: verbatim, in order, without gaps, and honest about every append."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, IdTaken, InvalidValue, Layer, NewMessage, NotFound, Role
from stratal.testing.clock import ManualClock


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def test_messages_come_back_verbatim_and_in_order(sessions: Sessions) -> None:
    """Every block of either wire form comes back as it went in, unknown ones too."""
    bodies: list[dict[str, Any]] = [
        user("Morgen früh um acht ☕ 早上好"),
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "signature": "SIG=="},
                {"type": "redacted_thinking", "data": "R=="},
                {"type": "tool_use", "id": "t1", "name": "look", "input": {"深": [1, 2.5, None]}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "t1",
                    "content": [
                        {"type": "text", "text": "seen"},
                        {"type": "image", "source": {"type": "base64", "data": "AAAA"}},
                    ],
                },
                {"type": "a_block_of_the_future", "payload": {"x": [True]}},
            ],
        },
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": ""},
        {"type": "reasoning", "id": "rs_1", "encrypted_content": "xyz", "summary": []},
        {"type": "function_call_output", "call_id": "c9", "output": "12"},
        {"role": "developer", "content": "Be brief."},
    ]  # fmt: skip
    conversation = sessions().conversation
    outcomes = conversation.extend(bodies)

    assert [outcome.done for outcome in outcomes] == [Done.STORED] * len(bodies)
    kept = list(conversation)
    assert [dict(message.content) for message in kept] == bodies
    assert [message.seq for message in kept] == list(range(1, len(bodies) + 1))
    assert kept[-1].role is Role.SYSTEM
    assert all(message.tokens > 0 for message in kept)


def test_same_id_is_idempotent_and_other_content_a_conflict(sessions: Sessions) -> None:
    """Equal content under one id changes nothing; other content is refused, alone or in a batch."""
    conversation = sessions().conversation
    assert conversation.append(user("first"), id="m1").done is Done.STORED
    again = conversation.append({"role": "user", "content": [{"type": "text", "text": "first"}]},
                                id="m1")  # fmt: skip
    assert (again.done, again.code) == (Done.UNCHANGED, "already_stored")
    with pytest.raises(IdTaken):
        conversation.append(user("second"), id="m1")
    with pytest.raises(IdTaken):
        conversation.append({"role": "assistant", "content": "first"}, id="m1")

    batch = conversation.extend(
        [NewMessage.of(user("other"), id="m1"), NewMessage.of(user("third"), id="m3")]
    )
    assert [(one.done, one.code) for one in batch] == [
        (Done.FAILED, "id_taken"),
        (Done.STORED, "stored"),
    ]
    assert [message.text for message in conversation] == ["first", "third"]
    assert [message.seq for message in conversation] == [1, 2]


def test_the_order_is_that_of_appending_whatever_the_clock_does(
    sessions: Sessions, clock: ManualClock
) -> None:
    """A clock that stands still or runs backwards changes no order; its times are kept (F30)."""
    start = datetime(2026, 5, 1, tzinfo=UTC)
    conversation = sessions().conversation
    offsets = [10.0, 10.1, 10.06, 10.06, 10.06, 9.0]
    bodies: list[dict[str, Any]] = [
        user("weigh it"),
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "k1", "name": "scale", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "k1", "content": "3 kg"}]},
        {"role": "assistant", "content": "Three kilograms."},
        user("and the box?"),
        {"role": "assistant", "content": "Not yet."},
    ]  # fmt: skip
    for offset, body in zip(offsets, bodies, strict=True):
        clock.set(start + timedelta(seconds=offset))
        conversation.append(body)

    kept = list(conversation)
    assert [dict(message.content) for message in kept] == bodies
    assert [message.recorded_at for message in kept] == [
        start + timedelta(seconds=offset) for offset in offsets
    ]
    assert [message.seq for message in conversation.last(3)] == [4, 5, 6]
    pages = [conversation.last(2)]
    while pages[-1]:
        pages.append(conversation.before(pages[-1][0].id, 2))
    assert [message.seq for page in reversed(pages) for message in page] == [1, 2, 3, 4, 5, 6]
    assert [len(page) for page in pages] == [2, 2, 2, 0]


def test_writers_at_once_leave_no_gap(sessions: Sessions) -> None:
    """Threads that append at once share one gapless numbering, each keeping its own order."""

    def write(name: str) -> None:
        mine = sessions().conversation
        for number in range(25):
            mine.append(user(f"{name} {number}"))

    threads = [threading.Thread(target=write, args=(f"w{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = list(sessions().conversation)
    assert [message.seq for message in kept] == list(range(1, 101))
    for n in range(4):
        own = [message.text for message in kept if message.text.startswith(f"w{n} ")]
        assert own == [f"w{n} {number}" for number in range(25)]


def test_retracted_messages_leave_the_window_and_stay_in_the_log(sessions: Sessions) -> None:
    """Retraction takes the newest out of the window; log and numbers stay, nothing is reused."""
    conversation = sessions().conversation
    for text in ("one", "two", "three"):
        conversation.append(user(text), id=text)
    outcome = conversation.retract(2, reason="a retry")
    assert (outcome.done, outcome.closed) == (Done.REMOVED, ("two", "three"))
    assert [message.text for message in conversation] == ["one"]
    assert [message.text for message in conversation.last(5)] == ["one"]
    assert [(m.text, m.retracted) for m in conversation.log()] == [
        ("one", False),
        ("two", True),
        ("three", True),
    ]
    conversation.append(user("four"))
    assert [message.seq for message in conversation] == [1, 4]
    assert conversation.retract(5).closed[0] == "one"
    assert conversation.retract(1).code == "nothing_to_retract"


def test_reading_in_pages_holds_nothing_up(sessions: Sessions) -> None:
    """A reader that pauses in the middle does not stop a writer and then goes on in order."""
    conversation = sessions().conversation
    conversation.extend([user(f"line {n}") for n in range(450)])
    reader = iter(conversation)
    assert next(reader).seq == 1
    conversation.append(user("late"))
    assert [message.seq for message in reader] == list(range(2, 452))


@pytest.mark.parametrize(
    "body",
    [
        {"role": "user", "content": ""},
        {"role": "user", "content": "  \n"},
        {"role": "user", "content": []},
        {"role": "king", "content": "hello"},
        {"content": "hello"},
        {"role": "user", "content": "a\x00b"},
        {"role": "user", "content": "lone \ud800 surrogate"},
        {"role": "user", "content": float("nan")},
        {"role": "user", "content": object()},
        {"role": "user", "content": "x" * 10_000_000},
        "hello",
    ],
)
def test_what_is_no_message_is_refused_and_nothing_stored(sessions: Sessions, body: Any) -> None:
    """A body that cannot be kept raises a typed error and leaves no trace, in a batch neither."""
    conversation = sessions().conversation
    with pytest.raises(InvalidValue):
        conversation.append(body)
    with pytest.raises(InvalidValue):
        conversation.extend([user("fine"), body])
    assert list(conversation) == []


def test_a_secret_is_kept_but_marked(sessions: Sessions) -> None:
    """The log keeps a message that holds a secret, says so, and does not let it be found."""
    session = sessions()
    secret = "sk-" + "proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1bCd4fGh7jKl0n"
    outcome = session.conversation.append(user(f"the zebra key is {secret}"))
    assert outcome.code == "stored_marked_secret"
    assert secret not in outcome.message
    [message] = session.conversation.last(1)
    assert message.secrets
    assert session.recall("zebra key", layers=(Layer.CONVERSATION,)).hits == ()


def test_a_missing_message_is_not_found(sessions: Sessions) -> None:
    """An id that is not there raises NotFound, as does one of another conversation."""
    sessions(id="other").conversation.append(user("hello there"), id="m1")
    with pytest.raises(NotFound):
        sessions().conversation.get("m1")
    with pytest.raises(NotFound):
        sessions().conversation.before("m1", 3)
