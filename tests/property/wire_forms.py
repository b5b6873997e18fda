"""Generated conversations, each wholly in one form and as a vendor would have made it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

Message = dict[str, Any]

words = st.sampled_from(["hello", "查一下北京的天气", "line\nline", "🚄 ready", "x " * 30 + "."])
inputs = st.sampled_from([{}, {"city": "Wien"}, {"n": 1.5, "deep": {"parsed": None, "a": [1]}}])
PIXEL = "iVBORw0KGgo="


def _text(text: str) -> Message:
    return {"type": "text", "text": text}


# Anthropic's messages

_shown = st.sampled_from(
    [
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": PIXEL},
            "cache_control": {"type": "ephemeral"},
        },
        {"type": "image", "source": {"type": "url", "url": "https://pictures.example/a.png"}},
        {
            "type": "document",
            "source": {"type": "text", "media_type": "text/plain", "data": "a page"},
            "title": "A page",
            "citations": {"enabled": True},
        },
        {"type": "document", "source": {"type": "file", "file_id": "file_1"}, "context": None},
        {"type": "search_result", "source": "s", "title": "t", "content": [_text("found")]},
    ]
)
_unknown: Message = {"type": "hologram", "parsed": None, "shape": [1, {"caller": None}]}
_thought = st.sampled_from(
    [
        {"type": "thinking", "thinking": "let me see", "signature": "SIG=="},
        {"type": "thinking", "thinking": "", "signature": "SIG0"},
        {"type": "redacted_thinking", "data": "R=="},
    ]
)
_cited = {
    **_text("It rains."),
    "citations": [{"type": "char_location", "cited_text": "rain", "document_index": 0}],
}
_served: st.SearchStrategy[list[Message]] = st.sampled_from(
    [
        [
            {
                "type": "server_tool_use",
                "id": "srvtoolu_1",
                "name": "web_search",
                "input": {"q": 1},
            },
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_1",
                "content": [{"type": "web_search_result", "encrypted_content": "E", "url": "u"}],
            },
        ],
        [
            {"type": "mcp_tool_use", "id": "m1", "name": "n", "server_name": "s", "input": {}},
            {"type": "mcp_tool_result", "tool_use_id": "m1", "is_error": False, "content": []},
        ],
        [_cited],
        [{"type": "container_upload", "file_id": "file_2"}],
        [{"type": "tomorrow", "caller": None, "status": None}],
        [],
    ]
)


@st.composite
def anthropic(draw: st.DrawFn) -> list[Message]:
    """Turns of the user's and the assistant's, with steps of one to three parallel calls."""
    said: list[Message] = []
    last = draw(st.integers(0, 3))
    for turn in range(last + 1):
        asked = [*draw(st.lists(st.one_of(_shown, st.just(_unknown)), max_size=2))]
        asked.append(_text(draw(words)))
        said.append({"role": "user", "content": draw(st.sampled_from([asked, draw(words)]))})
        for step in range(draw(st.integers(0, 2))):
            names = [f"toolu_{turn}{step}{at}" for at in range(draw(st.integers(1, 3)))]
            calls = [
                {"type": "tool_use", "id": name, "name": "look", "input": draw(inputs)}
                for name in names
            ]
            head = [*draw(st.lists(_thought, max_size=2)), *draw(_served)]
            said.append({"role": "assistant", "content": [*head, *calls]})
            results = [
                {
                    "type": "tool_result",
                    "tool_use_id": name,
                    "content": draw(st.sampled_from(["fine", [_text("fine"), draw(_shown)], []])),
                    **draw(st.sampled_from([{}, {"is_error": True}, {"is_error": False}])),
                }
                for name in draw(st.permutations(names))
            ]
            said.append({"role": "user", "content": results})
        if turn < last or draw(st.booleans()):
            end = [*draw(st.lists(_thought, max_size=1)), *draw(_served), _text("Done.")]
            said.append({"role": "assistant", "content": end})
    return said


# OpenAI's chat completions

_parts = st.sampled_from(
    [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
        {
            "type": "image_url",
            "image_url": {"url": "https://pictures.example/a.png", "detail": "high"},
        },
        {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
        {"type": "file", "file": {"file_id": "file-1"}},
    ]
)
_odd_arguments = st.sampled_from(['{"city": "Wien"}', "{}", "", "not json", '{"b":1, "a":2}'])


@st.composite
def chat(draw: st.DrawFn) -> list[Message]:
    """Names, parts, refusals, audio, function and custom calls, results as text and parts."""
    said: list[Message] = []
    last = draw(st.integers(0, 3))
    for turn in range(last + 1):
        asked = [*draw(st.lists(_parts, max_size=2)), _text(draw(words))]
        user = {"role": "user", "content": draw(st.sampled_from([asked, draw(words)]))}
        said.append({**user, **draw(st.sampled_from([{}, {"name": "ana"}]))})
        for step in range(draw(st.integers(0, 2))):
            calls: list[Message] = []
            for at in range(draw(st.integers(1, 3))):
                name = {"id": f"call_{turn}{step}{at}"}
                function = {"name": "look", "arguments": draw(_odd_arguments)}
                custom = {"name": "run", "input": "print(1)"}
                calls.append(
                    draw(
                        st.sampled_from(
                            [
                                {**name, "type": "function", "function": function},
                                {**name, "type": "custom", "custom": custom},
                            ]
                        )
                    )
                )
            content = draw(st.sampled_from([None, "", "let me look"]))
            said.append({"role": "assistant", "content": content, "tool_calls": calls})
            said += [
                {
                    "role": "tool",
                    "tool_call_id": one["id"],
                    "content": draw(st.sampled_from(["fine", "", [_text("fine")]])),
                }
                for one in calls
            ]
        if turn < last or draw(st.booleans()):
            said.append(
                draw(
                    st.sampled_from(
                        [
                            {"role": "assistant", "content": "Done."},
                            {"role": "assistant", "content": None, "refusal": "No."},
                            {"role": "assistant", "content": None, "audio": {"id": "audio_1"}},
                            {
                                "role": "assistant",
                                "content": [{"type": "refusal", "refusal": "No."}],
                            },
                            {
                                "role": "assistant",
                                "content": "Done.",
                                "refusal": None,
                                "annotations": [],
                            },
                        ]
                    )
                )
            )
    return said


# OpenAI's responses

_reasoning: st.SearchStrategy[Message] = st.sampled_from(
    [
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "E=="},
        {
            "type": "reasoning",
            "id": "rs_2",
            "summary": [{"type": "summary_text", "text": "hm"}],
            "encrypted_content": None,
        },
    ]
)
_by_itself: st.SearchStrategy[Message] = st.sampled_from(
    [
        {
            "type": "web_search_call",
            "id": "ws_1",
            "status": "completed",
            "action": {"type": "search", "query": "rain", "status": None},
        },
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "C=="},
        {"type": "tomorrow", "id": "x_1", "caller": None},
        {
            "type": "code_interpreter_call",
            "id": "ci_1",
            "code": None,
            "container_id": "c",
            "outputs": None,
            "status": "completed",
        },
    ]
)
_seen = st.sampled_from(
    [
        {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "low"},
        {"type": "input_image", "file_id": "file-1", "detail": "auto"},
        {"type": "input_file", "file_id": "file-2"},
    ]
)
_cited_output = {
    "type": "output_text",
    "text": "It rains.",
    "annotations": [{"type": "url_citation", "url": "u", "start_index": 0, "end_index": 2}],
    "logprobs": [],
}


def _pair(kind: str, number: int) -> Sequence[Message]:
    name = {"call_id": f"call_{number}"}
    made: dict[str, Sequence[Message]] = {
        "function": [
            {"type": "function_call", "id": "fc_1", "name": "look", "arguments": "{}", **name,
             "status": "completed"},
            {"type": "function_call_output", "output": "fine", **name},
        ],
        "pictures": [
            {"type": "function_call", "name": "look", "arguments": "", **name},
            {"type": "function_call_output", **name,
             "output": [{"type": "input_text", "text": "here"},
                        {"type": "input_image", "image_url": "https://p.example/a.png"}]},
        ],
        "custom": [
            {"type": "custom_tool_call", "name": "run", "input": "print(1)", **name},
            {"type": "custom_tool_call_output", "output": "1", **name},
        ],
        "computer": [
            {"type": "computer_call", "id": "cu_1", "pending_safety_checks": [], **name,
             "status": "completed", "action": {"type": "screenshot"}},
            {"type": "computer_call_output", **name,
             "output": {"type": "computer_screenshot", "image_url": "data:,"}},
        ],
    }  # fmt: skip
    return made[kind]


_pairs = st.sampled_from(["function", "pictures", "custom", "computer"])


@st.composite
def responses(draw: st.DrawFn) -> list[Message]:
    """Messages with and without a type, reasoning, calls of all kinds, hosted tools."""
    said: list[Message] = []
    last = draw(st.integers(0, 3))
    for turn in range(last + 1):
        asked = [*draw(st.lists(_seen, max_size=2)), {"type": "input_text", "text": draw(words)}]
        user = {"role": "user", "content": draw(st.sampled_from([asked, draw(words)]))}
        said.append({**user, **draw(st.sampled_from([{}, {"type": "message"}]))})
        for step in range(draw(st.integers(0, 2))):
            made = [
                _pair(draw(_pairs), 100 * turn + 10 * step + at)
                for at in range(draw(st.integers(1, 3)))
            ]
            said += draw(st.lists(_reasoning, max_size=1))
            said += [asking for asking, _ in made]
            said += [answer for _, answer in made]
        if turn < last or draw(st.booleans()):
            said += draw(st.lists(_reasoning, max_size=1))
            said += draw(st.lists(_by_itself, max_size=1))
            text = {"type": "output_text", "text": "Done.", "annotations": [], "logprobs": []}
            content = draw(
                st.sampled_from([[text], [_cited_output], [{"type": "refusal", "refusal": "No."}]])
            )
            said.append(
                {
                    "id": "msg_1",
                    "type": "message",
                    "role": "assistant",
                    "status": "completed",
                    "content": content,
                }
            )
    return said
