"""What requests cost is on the record by tenant, and the next context of a model learns from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import anthropic
import openai
import pytest
from tests.behaviour.conftest import Sessions

from stratal import Budget, BudgetTooSmall, Done, InvalidValue, Session
from stratal.context.assembly import Context
from stratal.core.canonical import Json
from stratal.core.usage import HIGHEST, LOWEST, Usage
from stratal.models.token_counts import AnthropicCounter
from stratal.testing.provider import LoopbackProvider
from stratal.text.counter import ESTIMATE, bpe_counter

TOOL: dict[str, Json] = {
    "name": "tide_table",
    "description": "When the water is high at a harbour.",
    "input_schema": {"type": "object", "properties": {"harbour": {"type": "string"}}},
}
REFUSED = "prompt is too long: {size} tokens > {window} maximum"


def told(session: Session, turns: int = 12) -> Session:
    """A session with a conversation of about 80 tokens a turn."""
    for turn in range(turns):
        said = f"Question {turn}: " + "when does the ferry to the island leave? " * 4
        session.conversation.append({"role": "user", "content": said})
        answer = f"Answer {turn}: " + "at a quarter past six, from the old pier. " * 3
        session.conversation.append({"role": "assistant", "content": answer})
    session.conversation.append({"role": "user", "content": "And back again?"})
    return session


def reported(session: Session, ratio: float, times: int = 1, model: str = "m") -> Context:
    """A context whose request cost `ratio` tokens for each that was estimated."""
    for _ in range(times):
        made = session.context(model=model)
        assert made.sent.estimated is not None
        made.report_usage(input_tokens=round(made.sent.estimated * ratio), model=model)
    return session.context(model=model)


def test_reports_move_the_factor_of_their_model(sessions: Sessions) -> None:
    """The first half-way, more of them to what they say; another model's stays as it was."""
    session = told(sessions())
    plain = session.context(model="m").tokens
    assert reported(session, 1.4).tokens == pytest.approx(plain * 1.2, rel=0.01)
    assert reported(session, 1.4, times=2).tokens == pytest.approx(plain * 1.4, rel=0.01)
    assert session.context(model="other").tokens == plain
    assert session.usage.standing("m").reports == 3
    assert any("1.4" in note for note in session.context(model="m").notes)


def test_a_model_that_is_not_named_is_the_one_that_reported_last(sessions: Sessions) -> None:
    """A host that names its model in reports only is served as well."""
    session = told(sessions())
    plain = session.context().tokens
    reported(session, 1.5, times=3, model="reporter")
    assert session.context().tokens == pytest.approx(plain * 1.5, rel=0.01)
    assert session.usage.standing().model == "reporter"


def test_one_absurd_report_wrecks_nothing(sessions: Sessions) -> None:
    """What cannot be is on the record and not believed; what hardly can be moves nothing."""
    session = told(sessions())
    before = reported(session, 1.2, times=5).tokens
    for absurd in (0, 1, 10**9):
        made = session.context(model="m")
        outcome = made.report_usage(input_tokens=absurd, model="m")
        assert (outcome.done, outcome.code) == (Done.STORED, "not_believed")
    assert reported(session, 3.9).tokens == pytest.approx(before, rel=0.01)
    reported(session, 3.99, times=20)
    assert LOWEST <= session.usage.standing("m").factor <= HIGHEST


def test_the_factor_is_the_tenants(sessions: Sessions) -> None:
    """Whoever of the tenant reported; never what another tenant's requests cost."""
    reported(told(sessions("ana")), 1.5, times=3)
    colleague, stranger = sessions("ben"), sessions("ana", tenant="other")
    assert colleague.usage.standing("m").factor == pytest.approx(1.5, rel=0.01)
    assert stranger.usage.standing("m").factor == 1
    assert colleague.usage.reports() == []


def test_a_budget_is_kept_in_the_models_tokens(sessions: Sessions) -> None:
    """With a factor the whole is within the budget by the corrected count, and near to it."""
    session = told(sessions(), turns=40)
    reported(session, 1.6, times=3)
    for budget in range(200, 1_600, 150):
        made = session.context(budget=budget, model="m")
        assert made.sent.estimated is not None
        assert made.sent.estimated * 1.6 <= budget * 1.01
        assert made.tokens <= budget
        assert made.tokens == sum(row.tokens for row in made.table())
    with pytest.raises(BudgetTooSmall) as raised:
        session.context(budget=5, model="m", system="You know the harbour.")
    least = raised.value.needed
    assert raised.value.budget == 5
    assert session.context(budget=least, model="m", system="You know the harbour.").tokens <= least


@pytest.mark.parametrize("stage", ["truncate", "summarize", "hierarchical", "auto"])
def test_an_exceeded_window_makes_the_next_context_smaller(sessions: Sessions, stage: str) -> None:
    """The counter is corrected, the next context a stage smaller, and its record says so."""
    session = told(sessions(), turns=18)
    budget = Budget(window=1_200, reserve_output=100)
    made = session.context(budget=budget, stage=stage, model="m")
    error = RuntimeError(REFUSED.format(size="1,450", window=1_200))
    outcome = made.report_usage(error, model="m")
    assert outcome.code == "window_exceeded"
    assert session.usage.reports()[0].usage == Usage(input=1_450)
    assert session.usage.standing("m").factor > 1.09
    after = session.context(budget=budget, stage=stage, model="m", record=True)
    assert after.sent.estimated is not None
    assert made.sent.estimated is not None
    assert after.sent.estimated < made.sent.estimated * 0.8
    noted = session.contexts.get(str(after.manifest.id)).manifest.notes
    assert any(note.startswith("a stage smaller") for note in noted)
    after.report_usage(input_tokens=after.tokens, model="m", stop_reason="end_turn")
    usual = session.context(budget=budget, stage=stage, model="m")
    assert not any(note.startswith("a stage smaller") for note in usual.notes)


@pytest.mark.parametrize(
    "stop",
    [
        "model_context_window_exceeded",
        "context_length_exceeded",
        "This model's maximum context length is 1000 tokens.",
        "Prompt is too long",
    ],
)
def test_every_way_to_say_it(sessions: Sessions, stop: str) -> None:
    """Each vendor's word for a window that was exceeded is known, also as a stop reason alone."""
    made = told(sessions()).context(model="m")
    assert made.report_usage(stop_reason=stop, model="m").code == "window_exceeded"


def test_a_model_that_keeps_exceeding_gets_ever_less_but_never_nothing(sessions: Sessions) -> None:
    """Each time less, down to a quarter; the user's last words are always there."""
    session = told(sessions(), turns=30)
    sizes = []
    for _ in range(6):
        made = session.context(budget=1_500, model="m")
        sizes.append(made.sent.estimated or 0)
        made.report_usage(stop_reason="context_length_exceeded", model="m")
    assert sizes[0] > sizes[1] > sizes[2]
    assert sizes == sorted(sizes, reverse=True)
    least = session.context(budget=1_500, model="m")
    assert "And back again?" in json.dumps(least.to_anthropic())


SAID: dict[str, tuple[Any, Usage]] = {
    "Anthropic's usage": (
        {
            "input_tokens": 100,
            "output_tokens": 7,
            "cache_read_input_tokens": 2_000,
            "cache_creation_input_tokens": 300,
        },
        Usage(input=100, cached=2_000, written=300, output=7),
    ),
    "OpenAI's chat": (
        {
            "prompt_tokens": 2_100,
            "completion_tokens": 7,
            "total_tokens": 2_107,
            "prompt_tokens_details": {"cached_tokens": 2_000},
        },
        Usage(input=100, cached=2_000, output=7),
    ),
    "OpenAI's responses": (
        {
            "input_tokens": 2_100,
            "output_tokens": 7,
            "total_tokens": 2_107,
            "input_tokens_details": {"cached_tokens": 2_000},
        },
        Usage(input=100, cached=2_000, output=7),
    ),
    "nothing cached": ({"input_tokens": 5, "output_tokens": 1}, Usage(input=5, output=1)),
    "null where nothing was": (
        {"input_tokens": 5, "output_tokens": 1, "cache_read_input_tokens": None},
        Usage(input=5, output=1),
    ),
}


@pytest.mark.parametrize("kind", list(SAID))
def test_usage_as_the_vendors_say_it(sessions: Sessions, kind: str) -> None:
    """Read anew, from the cache and into it are apart, whoever's figures hold which."""
    given, usage = SAID[kind]
    session = told(sessions())
    session.context(model="m").report_usage(given)
    assert session.usage.reports()[0].usage == usage
    assert session.usage.total() == (1, usage)


def test_a_response_of_anthropics_sdk_is_taken_as_it_is(sessions: Sessions) -> None:
    """Model, stop reason and id come with it; told twice, it counts once."""
    session = told(sessions())
    made = session.context()
    with LoopbackProvider(["From the old pier."]) as provider:
        client = anthropic.Anthropic(api_key="k", base_url=provider.url, max_retries=0)
        response = client.messages.create(model="claude-x", max_tokens=50, **made.to_anthropic())
        client.close()
    outcome = made.report_usage(response)
    assert outcome.done is Done.STORED
    report = session.usage.reports()[0]
    assert (report.model, report.stop_reason) == ("claude-x", "end_turn")
    assert report.response == response.id
    assert made.report_usage(response).done is Done.UNCHANGED
    assert session.usage.total()[0] == 1


def test_a_response_of_openais_sdk_is_taken_as_it_is(sessions: Sessions) -> None:
    """Its chat completions name model and finish reason in their own way."""
    session = told(sessions())
    made = session.context()
    with LoopbackProvider(["From the old pier."]) as provider:
        client = openai.OpenAI(api_key="k", base_url=f"{provider.url}/v1", max_retries=0)
        response = client.chat.completions.create(model="gpt-x", **made.to_openai())
        client.close()
    assert made.report_usage(response).done is Done.STORED
    report = session.usage.reports()[0]
    assert (report.model, report.stop_reason) == ("gpt-x", "stop")
    assert response.usage is not None
    assert report.usage.prompt == response.usage.prompt_tokens


@pytest.mark.parametrize(
    "wrong",
    [
        {"usage": {}},
        {"usage": {"input_tokens": -1}},
        {"usage": {"input_tokens": 1.5}},
        {"usage": 7},
        {"usage": "all went well"},
        {"usage": {"input_tokens": 1}, "input_tokens": 1},
        {"input_tokens": True},
        {"input_tokens": 10**10},
        {"input_tokens": 1, "model": ""},
        {"input_tokens": 1, "stop_reason": "x\x00"},
        {},
    ],
)
def test_what_is_no_usage_is_refused(sessions: Sessions, wrong: Mapping[str, Any]) -> None:
    """By name, and nothing of it is on the record."""
    session = told(sessions())
    with pytest.raises(InvalidValue):
        session.context(model="m").report_usage(**wrong)
    assert session.usage.reports() == []


def test_what_was_replayed_reports_nothing(sessions: Sessions) -> None:
    """A context from the record was not sent now; the session's own ledger takes a report."""
    session = told(sessions())
    made = session.context(record=True)
    again = session.contexts.replay(str(made.manifest.id)).context
    assert again is not None
    with pytest.raises(InvalidValue, match=r"session\.usage"):
        again.report_usage(input_tokens=10)
    assert session.usage.report(input_tokens=10, model="m").code == "reported"


def test_tools_count(sessions: Sessions) -> None:
    """Their definitions are in the table, in the sum and in the budget."""
    session = told(sessions())
    plain, armed = session.context(), session.context(tools=[TOOL] * 3)
    share = armed.block("tools")
    assert share is not None
    assert share.tokens == ESTIMATE.tools([TOOL] * 3) > 60
    assert armed.tokens == plain.tokens + share.tokens
    least = session.context(budget=400, tools=[TOOL] * 3)
    assert least.tokens <= 400
    assert armed.to_anthropic() == plain.to_anthropic()


def test_a_vocabulary_counts_the_finished_whole(sessions: Sessions) -> None:
    """By the counter's own figure the budget is kept, the tools included, and used well."""
    session = sessions()
    session.conversation.extend(
        [
            {"role": "user", "content": f"{n}: " + "码头的风很大，晚上的船停了 🛳️ " * 8}
            for n in range(40)
        ]
    )
    counter = bpe_counter()
    for budget in (700, 1_500, 2_500):
        made = session.context(budget=budget, counter=counter, tools=[TOOL])
        sent = {**made.to_anthropic(cache=False), "tools": [TOOL]}
        assert made.tokens == counter.request(sent).tokens <= budget
        assert made.tokens > budget * 0.6
        assert f"tokens are counted by {counter.name}" in made.notes


def test_anthropics_endpoint_counts_the_finished_whole(sessions: Sessions) -> None:
    """Asked with the real SDK; where it counts more than the budget, less is sent."""
    session = told(sessions(), turns=30)
    with LoopbackProvider([], count=lambda body: 2 * len(json.dumps(body)) // 4) as provider:
        client = anthropic.Anthropic(api_key="k", base_url=provider.url)
        counter = AnthropicCounter(client=client, model="claude-x")
        made = session.context(budget=1_800, counter=counter, tools=[TOOL])
        assert made.tokens <= 1_800
        asked = [one for one in provider.requests if one.interface.value.endswith("count_tokens")]
        client.close()
    assert 1 < len(asked) <= 6
    assert all(request.faults == () for request in asked)
    assert made.tokens == asked[-1].tokens
    assert "tokens are counted by anthropic claude-x" in made.notes


def test_an_endpoint_that_does_not_answer_is_replaced_by_the_estimate(sessions: Sessions) -> None:
    """The context is there, within its budget, and says that its tokens are an estimate."""
    session = told(sessions())
    provider = LoopbackProvider([])
    address = provider.url
    provider.close()
    client = anthropic.Anthropic(api_key="k", base_url=address)
    counter = AnthropicCounter(client=client, model="claude-x", timeout=2)
    made = session.context(budget=600, counter=counter)
    client.close()
    assert made.tokens <= 600
    assert made.blocks == session.context(budget=600).blocks
    assert any("did not answer" in note and "estimate" in note for note in made.notes)
