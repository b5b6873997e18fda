"""Usage as the vendors report it: a response, its usage, an error, objects or plain mappings.

Anthropic's ``input_tokens`` leave out what came from the cache or went into it; OpenAI's figures
for the prompt hold what was cached. Here the three are apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from stratal.core.usage import Usage
from stratal.errors import InvalidValue

EXCEEDED = re.compile(
    r"model_context_window_exceeded|context_length_exceeded|context_window_exceeded"
    r"|prompt is too long|maximum context length|exceeds? the context window",
    re.IGNORECASE,
)
_NUMBER = r"([0-9][0-9,]*)"
_SIZES = (
    re.compile(rf"too long: {_NUMBER} tokens > {_NUMBER}", re.IGNORECASE),
    re.compile(rf"resulted in {_NUMBER} tokens", re.IGNORECASE),
)
"""How the vendors say how large a request was that they refused."""
_LARGEST = 10**9
_SAID = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """What a host has handed over."""

    usage: Usage
    model: str | None = None
    stop_reason: str = ""
    response: str | None = None

    @property
    def exceeded(self) -> bool:
        return EXCEEDED.search(self.stop_reason) is not None


def read_usage(source: object) -> Given:
    """A vendor's response, its usage or the error it raised. Raises `InvalidValue` for others."""
    if isinstance(source, BaseException | str):
        said = str(source)
        if EXCEEDED.search(said) is None:
            raise InvalidValue("usage", said, "is an error that says nothing of a window exceeded")
        return Given(usage=Usage(input=_size(said)), stop_reason=said[:_SAID])
    inner = _of(source, "usage")
    usage = _usage(source if inner is None else inner)
    if inner is None:
        return Given(usage=usage)
    response, model = _of(source, "id"), _of(source, "model")
    return Given(
        usage=usage,
        model=model if isinstance(model, str) else None,
        stop_reason=_stop(source),
        response=response if isinstance(response, str) and response else None,
    )


def _usage(source: object) -> Usage:
    if _of(source, "prompt_tokens") is not None:
        details = _of(source, "prompt_tokens_details")
        return _with_cached_inside(source, "prompt_tokens", "completion_tokens", details)
    if _of(source, "input_tokens") is None:
        raise InvalidValue(
            "usage", source, "must be the vendor's response or its usage, or tokens by name"
        )
    if _of(source, "input_tokens_details") is not None or _of(source, "total_tokens") is not None:
        details = _of(source, "input_tokens_details")
        return _with_cached_inside(source, "input_tokens", "output_tokens", details)
    return Usage(
        input=tokens_of("input_tokens", _of(source, "input_tokens")),
        cached=tokens_of("cache_read", _of(source, "cache_read_input_tokens")),
        written=tokens_of("cache_write", _of(source, "cache_creation_input_tokens")),
        output=tokens_of("output_tokens", _of(source, "output_tokens")),
    )


def _with_cached_inside(source: object, prompt: str, output: str, details: object) -> Usage:
    whole = tokens_of(prompt, _of(source, prompt))
    cached = min(whole, tokens_of("cached_tokens", _of(details, "cached_tokens")))
    return Usage(input=whole - cached, cached=cached, output=tokens_of(output, _of(source, output)))


def tokens_of(field: str, value: object) -> int:
    """A number of tokens; None is none."""
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise InvalidValue(field, value, f"must be a whole number from 0 to {_LARGEST}")
    return value


def _stop(source: object) -> str:
    said = _of(source, "stop_reason")
    if said is None:
        choices = _of(source, "choices")
        if isinstance(choices, list | tuple) and choices:
            said = _of(choices[0], "finish_reason")
    if said is None:
        said = _of(_of(source, "incomplete_details"), "reason") or _of(source, "status")
    return said if isinstance(said, str) else ""


def _size(said: str) -> int:
    """Tokens of a refused request, as its error tells them; 0 if it does not."""
    for pattern in _SIZES:
        found = pattern.search(said)
        if found is not None:
            return min(_LARGEST, int(found[1].replace(",", "")))
    return 0


def _of(source: object, name: str) -> object:
    if isinstance(source, Mapping):
        return source.get(name)
    return getattr(source, name, None)
