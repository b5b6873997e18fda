"""What an agent's calls do, on each database."""

from __future__ import annotations

from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Session, Source, Status
from stratal.tools import Answer, Toolbox

WORK = ("user:ana", "repo:trip")


def say(session: Session, text: str) -> None:
    session.conversation.append({"role": "user", "content": text})


def done(answer: Answer) -> str:
    assert not answer.failed, answer.text
    [outcome] = answer.outcomes
    assert outcome.id is not None
    return outcome.id


def test_what_is_remembered_is_recalled_and_forgotten(sessions: Sessions) -> None:
    """One call keeps it, another finds it as quoted data with its id, a third takes it out."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    first = done(
        tools.call(
            "remember",
            {
                "content": "Releases go out on Tuesdays because support is staffed then.",
                "kind": "decision",
                "subject": "trip",
                "attribute": "release day",
            },
        )
    )
    found = tools.call("recall", {"question": "when do releases go out"})
    assert "Tuesdays" in found.text
    assert first in found.text
    assert "not instructions" in found.text
    moved = tools.call(
        "remember",
        {
            "content": "Releases go out on Mondays.",
            "subject": "trip",
            "attribute": "release day",
        },
    )
    assert first in moved.text
    done(tools.call("forget", {"id": done(moved), "reason": "asked to"}))
    assert "Mondays" not in tools.call("recall", {"question": "when do releases go out"}).text


def test_a_quotation_is_looked_up_and_not_believed(sessions: Sessions) -> None:
    """Words that the person said make it theirs; words that they did not say refuse the call."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    say(session, "By the way, use pnpm here, not npm.")
    stated = done(
        tools.call(
            "remember", {"content": "Use pnpm, not npm", "quotation": "use pnpm here, not npm"}
        )
    )
    assert session.memories.get(stated).source is Source.USER_EXPLICIT
    wrong = tools.call("remember", {"content": "Use yarn", "quotation": "use yarn everywhere"})
    assert wrong.failed
    assert "copy their words exactly" in wrong.text
    alone = done(tools.call("remember", {"content": "The build needs Node 20."}))
    assert session.memories.get(alone).source is Source.AGENT_INFERRED


def test_the_words_of_the_assistant_are_not_the_persons(sessions: Sessions) -> None:
    """What the model said itself, or a tool answered, is found under no quotation."""
    session = sessions(scopes=WORK)
    session.conversation.append({"role": "assistant", "content": "You should use bun here."})
    answer = Toolbox(session).call(
        "update_profile",
        {"action": "add", "key": "runtime", "value": "bun", "quotation": "use bun here"},
    )
    assert answer.failed
    assert session.profile.facts() == []


@pytest.mark.parametrize(
    ("said", "key", "value", "other"),
    [
        ("Please answer me in German.", "answer language", "German", "French"),
        ("请以后用中文回答我。", "answer language", "中文", "英文"),
    ],
)
def test_the_profile_is_added_to_updated_and_deleted(
    sessions: Sessions, said: str, key: str, value: str, other: str
) -> None:
    """Each with the person's words; a deleted fact can be brought back; none changes nothing."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    say(session, said)
    fact = done(
        tools.call(
            "update_profile", {"action": "add", "key": key, "value": value, "quotation": said}
        )
    )
    assert session.profile.get(fact).status is Status.ACTIVE
    changed = said.replace(value, other)
    say(session, changed)
    done(
        tools.call(
            "update_profile", {"action": "update", "key": key, "value": other, "quotation": changed}
        )
    )
    assert [one.content for one in session.profile.values(key)] == [other]
    assert not tools.call("update_profile", {"action": "none"}).failed
    taken_back = "Forget my answer language." if value == "German" else "别再用英文回答我了。"
    say(session, taken_back)
    gone = done(
        tools.call("update_profile", {"action": "delete", "key": key, "quotation": taken_back})
    )
    assert session.profile.values(key) == []
    session.profile.restore(gone)
    assert [one.content for one in session.profile.values(key)] == [other]


@pytest.mark.parametrize(
    ("said", "harmless", "taken_back"),
    [
        ("Remember that the gate stays shut.", "How is the gate?", "Forget that about the gate."),
        ("记住：大门一直关着", "大门怎么样了？", "大门现在不关了。"),
    ],
)
def test_what_the_person_said_goes_by_their_words_alone(
    sessions: Sessions, said: str, harmless: str, taken_back: str
) -> None:
    """A reason, words of a tool and words that take nothing back do not do; the answer says so."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    session.add(said)
    [record] = session.memories.entries()
    say(session, harmless)
    session.conversation.append({"role": "assistant", "content": taken_back})
    for quotation in ("", harmless, said, taken_back):
        refused = tools.call(
            "forget", {"id": record.id, "reason": "a page says so", "quotation": quotation}
        )
        assert refused.failed
        assert "Nothing was changed" in refused.text
    assert "so ask them" in tools.call("forget", {"id": record.id, "reason": "old"}).text
    assert [one.id for one in session.memories.entries()] == [record.id]
    say(session, taken_back)
    call = {"id": record.id, "reason": "asked to", "quotation": taken_back}
    done(tools.call("forget", call))
    assert session.memories.entries() == []
    assert taken_back in session.memories.log(record.id)[-1].origin.reason


def test_what_a_person_confirmed_is_theirs_too(sessions: Sessions) -> None:
    """What the agent inferred it may drop; once a person has confirmed it, it may not."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    own = done(tools.call("remember", {"content": "The build needs Node 20."}))
    session.memories.confirm(own, binding=True)
    assert tools.call("forget", {"id": own, "reason": "a page says so"}).failed
    assert [one.id for one in session.memories.constraints()] == [own]
    other = done(tools.call("remember", {"content": "The build needs 9 minutes."}))
    done(tools.call("forget", {"id": other, "reason": "measured again"}))


def test_a_profile_needs_the_persons_words(sessions: Sessions) -> None:
    """Without a quotation nothing is written, and the answer says what is missing."""
    session = sessions(scopes=WORK)
    answer = Toolbox(session).call(
        "update_profile", {"action": "add", "key": "city", "value": "Porto"}
    )
    assert answer.failed
    assert "Cite the message" in answer.text


def test_the_task_is_worked_on(sessions: Sessions) -> None:
    """Entries come with ids, by which they are edited, ended and removed; the task is closed."""
    session = sessions(scopes=WORK)
    task = session.task("boxes", goal="count the boxes")
    tools = Toolbox(session, task=task)
    entry = done(tools.call("task", {"action": "add", "field": "plan", "text": "look in the shed"}))
    shown = tools.call("task", {"action": "show"}).text
    assert "count the boxes" in shown
    assert entry in shown
    done(tools.call("task", {"action": "edit", "entry": entry, "text": "look in the barn"}))
    assert "barn" in tools.call("task", {"action": "show"}).text
    assert not tools.call("task", {"action": "done", "entry": entry}).failed
    missing = tools.call("task", {"action": "add", "text": "no list is named"})
    assert missing.failed
    assert "field" in missing.text
    assert not tools.call("task", {"action": "close", "text": "There are nine boxes."}).failed
    assert task.status == "closed"


def test_without_a_task_none_is_offered(sessions: Sessions) -> None:
    """The tools are those that can do something."""
    tools = Toolbox(sessions(scopes=WORK))
    assert "task" not in [tool.name for tool in tools.tools]
    answer = tools.call("task", {"action": "show"})
    assert answer.failed
    assert "remember" in answer.text


def test_events_are_logged_and_found_by_time(sessions: Sessions) -> None:
    """An event with a day is found under that day."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session)
    done(tools.call("log_event", {"text": "Version 2 was released.", "kind": "release"}))
    assert "Version 2" in tools.call("recall", {"question": "what happened today?"}).text
    wrong = tools.call("log_event", {"text": "It rained.", "at": "yesterdayish"})
    assert wrong.failed


def test_what_left_the_prompt_is_read_again(sessions: Sessions) -> None:
    """`read_result` shows lines of an original, and says how to go on."""
    session = sessions(scopes=WORK)
    say(session, "Look into the log.")
    session.conversation.extend(
        [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "c1", "name": "read", "input": {}}],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "c1",
                        "content": "\n".join(f"line {n}" for n in range(400)),
                    }
                ],
            },
        ]
    )
    tools = Toolbox(session)
    answer = tools.call("read_result", {"handle": "result-3-1", "offset": 3, "limit": 5})
    assert not answer.failed
    assert "line 3\nline 4" in answer.text
    assert "line 8" not in answer.text
    assert "from offset 8 on" in answer.text
    assert tools.call("page_in", {"handle": "page-9"}).failed


def test_why_something_is_not_in_the_prompt(sessions: Sessions) -> None:
    """What was never stored is said to be so."""
    session = sessions(scopes=WORK)
    say(session, "Which editor do I use?")
    answer = Toolbox(session).call("why", {"text": "emacs"})
    assert not answer.failed
    assert answer.text


def test_reported_words_are_implicit_at_most(sessions: Sessions) -> None:
    """Where the host logs no conversation, a quotation is kept as a report and cited."""
    session = sessions(scopes=WORK)
    tools = Toolbox(session, reported=True)
    fact = done(
        tools.call(
            "update_profile",
            {
                "action": "add",
                "key": "answer language",
                "value": "German",
                "quotation": "please answer in German",
            },
        )
    )
    assert session.profile.get(fact).source is Source.USER_IMPLICIT
    assert [event.kind for event in session.events.last(1)] == ["reported"]
    assert {"page_in", "read_result"}.isdisjoint(tool.name for tool in tools.tools)


def test_another_persons_entries_are_not_there(sessions: Sessions) -> None:
    """An id of somebody else is answered like one that never was."""
    mine = done(
        Toolbox(sessions(scopes=WORK)).call("remember", {"content": "The key is in the pot."})
    )
    ben = Toolbox(sessions("ben", id="b", scopes=("user:ben",)))
    strange = ben.call("forget", {"id": mine, "reason": "curious"})
    never = ben.call("forget", {"id": "0" * 32, "reason": "curious"})
    assert strange.failed
    assert strange.text.replace(mine, "X") == never.text.replace("0" * 32, "X")


@pytest.mark.parametrize("shape", ["to_anthropic", "to_openai", "to_openai_responses"])
def test_tools_have_the_vendors_forms(sessions: Sessions, shape: str) -> None:
    """One entry a tool, with name and schema where the vendor wants them."""
    tools = Toolbox(sessions(scopes=WORK))
    made: list[dict[str, Any]] = getattr(tools, shape)()
    inner = [entry.get("function", entry) for entry in made]
    assert [one["name"] for one in inner] == [tool.name for tool in tools.tools]
    assert all(one.get("parameters", one.get("input_schema"))["type"] == "object" for one in inner)
