"""Generated histories: both forms, parallel calls, orphans, reused ids, empty and odd contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from hypothesis import strategies as st

from stratal.core.canonical import Json
from stratal.core.messages import Message, NewMessage

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

Body = Mapping[str, Json]


def stored(bodies: Sequence[Body], tokens: Sequence[int] | None = None) -> list[Message]:
    """The bodies as the log would hold them."""
    found = []
    for seq, body in enumerate(bodies, start=1):
        new = NewMessage.of(body)
        found.append(
            Message(
                conversation="c",
                seq=seq,
                id=f"m{seq}",
                role=new.role,
                speaker=None,
                body=new.body,
                tokens=1 if tokens is None else tokens[seq - 1],
                said_at=NOON,
                recorded_at=NOON,
            )
        )
    return found


words = st.sampled_from(["hello", "查一下北京的天气", "x " * 40, "line\nline", "end ", "🚄"])
ids = st.sampled_from(["c1", "c2", "c3", "functions.look:0", "call_" + "z" * 60])
PIXEL = "iVBORw0KGgo="


def text_block(text: str) -> Json:
    return {"type": "text", "text": text}


blocks_said = st.lists(
    st.one_of(
        words.map(text_block),
        st.just(text_block(" ")),
        st.just(
            {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/png", "data": PIXEL},
            }
        ),
        st.just({"type": "document", "source": {"type": "file", "file_id": "f"}}),
    ),
    min_size=1,
    max_size=3,
)
parts_said = st.lists(
    st.one_of(
        words.map(text_block),
        st.just({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}),
        st.just({"type": "image_url", "image_url": {"url": "https://pictures.example/a.png"}}),
        st.just({"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}),
    ),
    min_size=1,
    max_size=3,
)
arguments = st.sampled_from(['{"city": "Wien"}', "{}", "", "not json", "[1]", '{"n": NaN}'])


def use(name: str) -> Json:
    return {"type": "tool_use", "id": name.replace(".", "-").replace(":", "-"), "name": "look",
            "input": {"city": "Wien"}}  # fmt: skip


def result(name: str, content: Json) -> Json:
    called = name.replace(".", "-").replace(":", "-")
    return {"type": "tool_result", "tool_use_id": called, "content": content}


def call(name: str, text: str) -> Json:
    return {"id": name, "type": "function", "function": {"name": "look", "arguments": text}}


thinking = st.sampled_from(
    [
        {"type": "thinking", "thinking": "let me see", "signature": "SIG"},
        {"type": "redacted_thinking", "data": "R=="},
        {"type": "server_tool_use", "id": "srv", "name": "web_search", "input": {}},
    ]
)
outputs = st.one_of(words, st.just(""), blocks_said)
texts = st.lists(words.map(text_block), min_size=1, max_size=2)

anthropic = st.one_of(
    st.builds(lambda text: {"role": "user", "content": text}, words),
    st.builds(lambda blocks: {"role": "user", "content": blocks}, blocks_said),
    st.builds(lambda text: {"role": "assistant", "content": text}, words),
    st.builds(
        lambda head, said, names: {
            "role": "assistant",
            "content": [*head, *said, *map(use, names)],
        },
        st.lists(thinking, max_size=2),
        texts,
        st.lists(ids, max_size=3),
    ),
    st.builds(
        lambda names, content, more: {
            "role": "user",
            "content": [*(result(name, content) for name in names), *more],
        },
        st.lists(ids, min_size=1, max_size=3),
        outputs,
        st.one_of(st.just([]), texts),
    ),
)
openai = st.one_of(
    st.builds(lambda parts: {"role": "user", "content": parts}, parts_said),
    st.builds(
        lambda content, names, text: {
            "role": "assistant",
            "content": content,
            "tool_calls": [call(name, text) for name in dict.fromkeys(names)],
        },
        st.sampled_from([None, "", "let me look"]),
        st.lists(ids, min_size=1, max_size=3),
        arguments,
    ),
    st.builds(
        lambda name, text: {"role": "tool", "tool_call_id": name, "content": text},
        ids,
        st.one_of(words, st.just("")),
    ),
    st.builds(lambda text: {"role": "system", "content": text}, words),
    st.builds(lambda text: {"role": "developer", "content": text}, words),
    st.just({"role": "assistant", "content": None, "refusal": "I cannot help with that."}),
)
responses = st.one_of(
    st.builds(
        lambda name, text: {
            "type": "function_call",
            "call_id": name,
            "name": "look",
            "arguments": text,
        },
        ids,
        arguments,
    ),
    st.builds(
        lambda name, text: {
            "type": "custom_tool_call",
            "call_id": name,
            "name": "run",
            "input": text,
        },
        ids,
        words,
    ),
    st.builds(
        lambda name, text: {"type": "function_call_output", "call_id": name, "output": text},
        ids,
        st.one_of(words, st.just([{"type": "input_text", "text": "fine"}])),
    ),
    st.just({"type": "reasoning", "id": "r", "summary": [], "encrypted_content": "E=="}),
    st.builds(
        lambda text: {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        },
        words,
    ),
    st.builds(
        lambda text: {"role": "user", "content": [{"type": "input_text", "text": text}]}, words
    ),
)
legacy = st.sampled_from(
    [
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "fine"},
        {"role": "human", "content": "hello"},
        {"role": "ai", "content": "good day"},
    ]
)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Body]:
    """A whole step with parallel calls and their results, of which some may be missing."""
    names = draw(st.lists(ids, min_size=1, max_size=3, unique=True))
    answered = draw(st.permutations(names))[: draw(st.integers(0, len(names)))]
    if draw(st.booleans()):
        return [
            {"role": "assistant", "content": [*map(use, names)]},
            *([{"role": "user", "content": [result(name, "fine") for name in answered]}]
              if answered else []),
        ]  # fmt: skip
    return [
        {"role": "assistant", "tool_calls": [call(name, "{}") for name in names], "content": None},
        *({"role": "tool", "tool_call_id": name, "content": "fine"} for name in answered),
    ]


histories = st.lists(
    st.one_of(
        anthropic.map(lambda one: [one]),
        openai.map(lambda one: [one]),
        responses.map(lambda one: [one]),
        legacy.map(lambda one: [one]),
        exchanges(),
    ),
    max_size=14,
).map(lambda pieces: [body for piece in pieces for body in piece])
