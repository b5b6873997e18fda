"""`stratal.models.openai`: the vendor's own SDK against a server that fails as it is told to."""

from __future__ import annotations

import logging
import math
import struct
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from stratal.errors import InvalidValue, ModelUnavailable
from stratal.models.openai import OpenAIEmbedder, from_name
from stratal.testing import HashEmbedder
from stratal.testing.embeddings import EmbeddingServer
from stratal.testing.provider import Failure, HangUp, LoopbackProvider, Malformed

SECRET = "sk-4f7c-planted-key-8812"
TEXTS = ["the tram leaves at noon", "电车中午开", "a kettle"]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running


def embedder(server: EmbeddingServer, **options: Any) -> OpenAIEmbedder:
    wanted: dict[str, Any] = {"dimension": 64, "retries": 2, "timeout": 5.0, **options}
    return OpenAIEmbedder("toy", base_url=server.url, **wanted)


def test_vectors_are_those_of_the_server_in_order(server: EmbeddingServer) -> None:
    """Each text gets its own vector, of length one, and the request carries the key."""
    found = embedder(server).embed_passages(TEXTS)
    expected = HashEmbedder(64).embed_passages(TEXTS)
    for mine, theirs in zip(found, expected, strict=True):
        assert struct.unpack("<64f", mine) == pytest.approx(struct.unpack("<64f", theirs), abs=1e-6)
    assert server.keys == [f"Bearer {SECRET}"]
    assert server.bodies[0]["encoding_format"] == "float"


def test_an_answer_in_base64_gives_the_same_vectors(server: EmbeddingServer) -> None:
    """A server that answers in base64, asked or not, is understood."""
    with EmbeddingServer(base64=True) as packed:
        assert embedder(packed).embed_passages(TEXTS) == embedder(server).embed_passages(TEXTS)


def test_an_answer_in_another_order_is_put_in_order(server: EmbeddingServer) -> None:
    """The index of each vector counts, not its place in the answer."""

    def turned(body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "data": body["data"][::-1]}

    with EmbeddingServer(always=turned) as other:
        assert embedder(other).embed_passages(TEXTS) == embedder(server).embed_passages(TEXTS)


def test_it_also_speaks_with_the_provider_of_the_kit() -> None:
    """The loopback provider for language models answers for embeddings, and finds no fault."""
    with LoopbackProvider(embedder=HashEmbedder(64)) as provider:
        asked = OpenAIEmbedder("toy", dimension=64, base_url=provider.openai_url)
        assert len(asked.embed_passages(TEXTS)) == len(TEXTS)
        assert [one.faults for one in provider.requests] == [()]


@pytest.mark.parametrize("fault", [Failure(status=429, retry_after=0.01), HangUp()])
def test_what_passes_is_waited_for(fault: Failure | HangUp) -> None:
    """Refused for the moment, or cut off: it asks again, and the caller sees nothing of it."""
    with EmbeddingServer([fault]) as server:
        assert len(embedder(server).embed_query("x")) == 4 * 64
        assert len(server.bodies) == 2


def test_it_gives_up_after_so_many_tries() -> None:
    """A server that stays broken is asked `retries` times more, then it is told how often."""
    with EmbeddingServer(always=Failure(status=503, retry_after=0.01)) as server:
        with pytest.raises(ModelUnavailable, match=r"status 503.*tried 3 times"):
            embedder(server).embed_query("x")
        assert len(server.bodies) == 3


def test_a_silent_server_is_left_after_the_timeout() -> None:
    """An answer that does not come within `timeout` seconds is none."""
    with (
        EmbeddingServer(always=HangUp(delay=30)) as server,
        pytest.raises(ModelUnavailable, match=r"no answer within 0\.2 s, tried once"),
    ):
        embedder(server, timeout=0.2, retries=0).embed_query("x")


def test_nobody_there_is_no_answer(server: EmbeddingServer) -> None:
    """A closed port is an embedder that does not answer, not another error."""
    server.close()
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        embedder(server, retries=0).embed_query("x")


def _with(at: int, vector: Any) -> Any:
    def changed(body: dict[str, Any]) -> dict[str, Any]:
        data = [dict(one) for one in body["data"]]
        data[at]["embedding"] = vector
        return {**body, "data": data}

    return changed


def _data(data: Any) -> Any:
    return lambda body: {**body, "data": data(body["data"])}


WRONG = {
    "too short": _with(1, [1.0] * 63),
    "too long": _with(1, [1.0] * 65),
    "NaN": _with(1, [math.nan] * 64),
    "infinite": _with(1, [math.inf] * 64),
    "zeros": _with(1, [0.0] * 64),
    "past all floats": _with(1, [10**400] * 64),
    "texts": _with(1, ["1.0"] * 64),
    "bools": _with(1, [True] * 64),
    "no base64": _with(1, "!!!"),
    "base64, odd": _with(1, "AAAAAAA="),
    "none": _with(1, None),
    "one too few": _data(lambda data: data[:-1]),
    "one too many": _data(lambda data: [*data, data[0]]),
    "one twice": _data(lambda data: [data[0], data[0], data[2]]),
    "no list": _data(lambda _data: None),
    "no data": lambda _body: {"object": "list"},
    "a list": lambda _body: [],
    "broken": Malformed(body=b'{"data": [{"index": 0, "embed'),
    "a page": Malformed(body=b"<html>busy</html>", content_type="text/html"),
    "deep": Malformed(body=b"[" * 200_000),
}


@pytest.mark.parametrize("fault", WRONG.values(), ids=WRONG)
def test_an_answer_that_is_none_gives_no_vector(fault: Any) -> None:
    """Of a wrong size, not a number, missing or broken: `ModelUnavailable`, and no half answer."""
    with EmbeddingServer(always=fault) as server, pytest.raises(ModelUnavailable):
        embedder(server, retries=0).embed_passages(TEXTS)


def test_many_texts_go_in_several_requests(server: EmbeddingServer) -> None:
    """A request holds no more texts than `batch`, and no more tokens than `batch_tokens`."""
    assert len(embedder(server, batch=4).embed_passages([f"text {n}" for n in range(10)])) == 10
    assert [len(body["input"]) for body in server.bodies] == [4, 4, 2]
    server.bodies.clear()
    embedder(server, batch_tokens=40).embed_passages(["word " * 40, "词" * 20, "short", "brief"])
    assert [len(body["input"]) for body in server.bodies] == [1, 3]


def test_no_texts_ask_nobody(server: EmbeddingServer) -> None:
    """Nothing to embed costs no request."""
    assert embedder(server).embed_passages([]) == []
    assert server.bodies == []


def test_what_is_too_much_at_once_is_asked_for_in_parts() -> None:
    """A request that the server refuses as too large is halved, a single text cut."""
    with EmbeddingServer(refuses=100) as server:
        found = embedder(server).embed_passages(["a" * 80, "b" * 80, "长" * 150])
        assert len(found) == 3
        assert len({*found}) == 3
    with (
        EmbeddingServer(always=Failure(status=400)) as server,
        pytest.raises(ModelUnavailable, match="status 400"),
    ):
        embedder(server).embed_passages(["a" * 80] * 64)
    # A server that refuses everything is not asked once for each text.
    assert len(server.bodies) < 16


@pytest.mark.parametrize("text", ["", "  ", "\x00", "\ud800", "x" * 1_000_000, "🙂" * 300])
def test_any_text_can_be_embedded(server: EmbeddingServer, text: str) -> None:
    """Empty, blank, without a form or a megabyte long: it is made such that a server takes it."""
    assert len(embedder(server).embed_query(text)) == 4 * 64
    [sent] = server.bodies[0]["input"]
    assert sent.strip()
    assert len(sent) <= 8_000
    assert "\x00" not in sent


def test_queries_and_passages_have_their_prefixes(server: EmbeddingServer) -> None:
    """What a model wants before a text stands there, and is part of the generation."""
    plain, prefixed = (
        embedder(server),
        embedder(server, query_prefix="ask: ", passage_prefix="tell: "),
    )
    prefixed.embed_query("tram")
    prefixed.embed_passages(["tram"])
    assert [body["input"] for body in server.bodies] == [["ask: tram"], ["tell: tram"]]
    assert plain.generation != prefixed.generation
    assert embedder(server, version="2").generation != plain.generation
    assert embedder(server, longest=100).generation != plain.generation


def test_what_is_known_of_a_model_need_not_be_said(server: EmbeddingServer) -> None:
    """Dimension and prefixes of well-known models; another dimension is asked of the server."""
    assert from_name("text-embedding-3-small").generation.dimension == 1536
    assert from_name("intfloat/multilingual-e5-base").generation.dimension == 768
    assert from_name("mine@64").generation.dimension == 64
    short = OpenAIEmbedder("text-embedding-3-small", dimension=64, base_url=server.url)
    short.embed_query("x")
    assert server.bodies[-1]["dimensions"] == 64
    embedder(server).embed_query("x")
    assert "dimensions" not in server.bodies[-1]


@pytest.mark.parametrize(
    ("model", "options"),
    [
        ("unheard-of", {}),
        ("", {"dimension": 3}),
        ("two words", {"dimension": 3}),
        ("toy", {"dimension": 0}),
        ("toy", {"dimension": 3, "base_url": "host/v1"}),
        ("toy", {"dimension": 3, "base_url": "file:///etc"}),
        ("toy", {"dimension": 3, "timeout": 0}),
        ("toy", {"dimension": 3, "timeout": math.nan}),
        ("toy", {"dimension": 3, "retries": -1}),
        ("toy", {"dimension": 3, "batch": 0}),
        ("toy", {"dimension": 3, "batch_tokens": 0}),
        ("toy", {"dimension": 3, "longest": 0}),
        ("toy", {"dimension": 3, "query_prefix": "\ud800"}),
    ],
)
def test_wrong_arguments_are_refused(model: str, options: dict[str, Any]) -> None:
    """What cannot be meant is refused when it is made, with the value and the mend."""
    with pytest.raises(InvalidValue):
        OpenAIEmbedder(model, **options)
    with pytest.raises(InvalidValue):
        from_name("toy@many")


def test_without_a_key_it_says_which_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenAI needs a key: its variable is named. A server of one's own may need none."""
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelUnavailable, match=r"set \$OPENAI_API_KEY"):
        from_name("text-embedding-3-small").embed_query("x")
    with EmbeddingServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert from_name("mine@64").embed_query("x")


def test_the_key_is_in_no_error_no_log_and_no_repr(caplog: pytest.LogCaptureFixture) -> None:
    """Also a server that repeats the key does not bring it into an error, its trace or the log."""
    said = f"Incorrect API key provided: {SECRET}"
    with (
        EmbeddingServer(always=Failure(status=401, message=said, code=SECRET)) as server,
        caplog.at_level(logging.DEBUG),
    ):
        made = embedder(server)
        with pytest.raises(ModelUnavailable, match=r"check \$OPENAI_API_KEY") as caught:
            made.embed_query("x")
    trace = "".join(traceback.format_exception(caught.value))
    for text in (repr(made), str(caught.value), trace, caplog.text):
        assert SECRET not in text
    assert caught.value.__context__ is None
