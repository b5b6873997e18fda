"""Language models of vendors, through pydantic-ai: Anthropic, OpenAI, whatever speaks as they do.

One place knows pydantic-ai. It is asked for single replies only: what a reply means, when it is
tried again and what it may cost is decided by our own code, the same for every vendor.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from stratal.core.checks import name as checked_name
from stratal.core.checks import whole
from stratal.errors import InvalidValue, MissingExtra, ModelUnavailable
from stratal.models.language import Ending, ModelReply, ModelRequest, Usage

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.providers import Provider

T = TypeVar("T")

WINDOW = 32_000
"""Tokens that any model of today bears, where nobody says how many it is."""
_TOOL = "answer"
_PER = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Prices:
    """What a model costs that no list knows: millionths of a US dollar for a million tokens."""

    given: int
    answered: int

    def __post_init__(self) -> None:
        for field in ("given", "answered"):
            whole(f"price of what is {field}", getattr(self, field), 0, 10**12)

    def of(self, given: int, answered: int) -> int:
        return -(-(given * self.given + answered * self.answered) // _PER)


def language_model(
    name: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    window: int = WINDOW,
    prices: Prices | None = None,
) -> VendorModel:
    """The model of that name: ``anthropic:…``, ``openai:…`` or any that pydantic-ai speaks to.

    Any server that speaks as OpenAI does is ``openai-chat:its-model`` with its `base_url`; it is
    asked for plain text, since few of them bear more. Keys come from the vendor's variable of the
    environment if `api_key` is not given. Raises `MissingExtra` without the extra ``llm``, and
    `InvalidValue` for a name of no vendor.
    """
    checked_name("language model", name)
    vendor, _, model_name = name.partition(":")
    if not vendor or not model_name:
        raise InvalidValue("language model", name, "write vendor:model, as in openai:gpt-5")
    if base_url is not None and not vendor.startswith(("anthropic", "openai")):
        raise InvalidValue(
            "language model", name, "has no base_url: use openai-chat:… or anthropic:…"
        )
    whole("window", window, 1_000, 100_000_000)
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    except ImportError as error:
        raise MissingExtra("A language model", "llm") from error

    def provider(vendor: str) -> Provider[Any]:
        return _provider(vendor, base_url, api_key)

    try:
        model = infer_model(name, provider)
    except (UserError, ValueError) as error:
        raise InvalidValue("language model", name, f"cannot be used: {error}") from error
    except ImportError as error:
        raise MissingExtra(f"Language model {name}", "llm") from error
    plain = base_url is not None and vendor.startswith("openai")
    return VendorModel(model, plain=plain, window=window, prices=prices)


def _provider(vendor: str, base_url: str | None, api_key: str | None) -> Provider[Any]:
    from pydantic_ai.providers import infer_provider

    if vendor == "anthropic" and (base_url or api_key):
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicProvider(api_key=api_key, base_url=base_url)
    if vendor.startswith("openai") and (base_url or api_key):
        from pydantic_ai.providers.openai import OpenAIProvider

        # A server of one's own asks for no key, but the vendor's package does.
        return OpenAIProvider(api_key=api_key or "none", base_url=base_url)
    return infer_provider(vendor)


class VendorModel:
    """One model of a vendor. Safe to share between threads.

    pydantic-ai has coroutines alone. They run in one thread of the model's own, so that a caller
    may or may not be in a loop of its own, and connections are kept from call to call.
    """

    def __init__(
        self, model: Model, *, plain: bool, window: int = WINDOW, prices: Prices | None = None
    ) -> None:
        self.name = f"{model.system}:{model.model_name}"
        self.window = window
        self._model = model
        self._plain = plain
        self._prices = prices
        self._loop: _Loop | None = None
        self._lock = threading.Lock()

    def price(self, given: int, answered: int) -> int | None:
        """From the prices given, else from those that pydantic's list of prices knows."""
        if self._prices is not None:
            return self._prices.of(given, answered)
        from genai_prices import Usage as Tokens
        from genai_prices import calc_price

        try:
            found = calc_price(
                Tokens(input_tokens=given, output_tokens=answered),
                self._model.model_name,
                provider_api_url=self._model.base_url or None,
            )
        except LookupError:
            return None
        return int(-(-found.total_price * _PER // 1))

    def answer(self, request: ModelRequest) -> ModelReply:
        """The reply: the text, or the arguments of the one tool that structured answers go to."""
        from pydantic_ai.exceptions import AgentRunError, ContentFilterError, UserError

        try:
            response = self._run(self._requested(request), request.patience)
        except ContentFilterError:
            return ModelReply(text="", usage=self._usage(0, 0), ending=Ending.REFUSED)
        except TimeoutError:
            raise ModelUnavailable(
                self.name, f"gave no answer within {request.patience:g} s"
            ) from None
        except (AgentRunError, UserError) as error:
            raise ModelUnavailable(self.name, _first_line(error)) from error
        except Exception as error:
            # The vendor's package is not ours: whatever it raises, it did not answer.
            raise ModelUnavailable(self.name, f"failed ({type(error).__name__})") from error
        return self._reply(response)

    async def _requested(self, request: ModelRequest) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import ModelRequest as Asked
        from pydantic_ai.messages import SystemPromptPart, UserPromptPart

        instructions, text = SystemPromptPart(request.instructions), UserPromptPart(request.text)
        return await model_request(
            self._model,
            [Asked(parts=[instructions, text])],
            model_settings={"max_tokens": request.limit, "timeout": request.patience},
            model_request_parameters=self._parameters(request),
        )

    def _parameters(self, request: ModelRequest) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        if request.schema is None or self._plain:
            return ModelRequestParameters()
        tool = ToolDefinition(
            name=_TOOL,
            description="Takes the answer.",
            parameters_json_schema=dict(request.schema),
            kind="output",
        )
        return ModelRequestParameters(
            output_mode="tool", output_tools=[tool], allow_text_output=False
        )

    def _reply(self, response: ModelResponse) -> ModelReply:
        from pydantic_ai.messages import TextPart, ToolCallPart

        calls = [
            part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart)
        ]
        texts = [part.content for part in response.parts if isinstance(part, TextPart)]
        ending = {"length": Ending.CUT, "content_filter": Ending.REFUSED}.get(
            response.finish_reason or "", Ending.WHOLE
        )
        return ModelReply(
            text="\n".join(calls or texts),
            usage=self._usage(response.usage.input_tokens, response.usage.output_tokens),
            ending=ending,
        )

    def _usage(self, given: int, answered: int) -> Usage:
        return Usage(calls=1, given=given, answered=answered, cost=self.price(given, answered))

    def _run(self, asked: Coroutine[Any, Any, ModelResponse], patience: float) -> ModelResponse:
        with self._lock:
            if self._loop is None:
                self._loop = _Loop()
                self._loop.run(self._model.__aenter__())
            loop = self._loop
        return loop.run(asyncio.wait_for(asked, patience))

    def close(self) -> None:
        """Give the connections and the thread back. The model may be used again afterwards."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.run(self._model.__aexit__(None, None, None))
            loop.close()


class _Loop:
    """A loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="stratal-model", daemon=True
        )
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
