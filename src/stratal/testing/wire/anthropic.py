"""What Anthropic's messages interface refuses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from stratal.testing.wire.shapes import field_faults, fields, number, objects, only_objects, says

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_IMAGES = {"image/jpeg", "image/png", "image/gif", "image/webp"}
_IN_RESULT = {"text", "image", "document", "search_result", "tool_reference", "browser_state"}
_BREAKPOINTS = 4
_MOST_MESSAGES = 100_000
_LEAST_THINKING = 1024
_NO_BREAKPOINT = {"thinking", "redacted_thinking"}
_THINKING = ("thinking", "redacted_thinking")

_COMPACT_ABOVE = "compact-2026-01-12"
_COMPACT_NOW = "compact-2026-09-04"
_EDITING = "context-management-2025-06-27"

_SERVER_RESULT = ("content tool_use_id", "cache_control")
BLOCKS = fields(
    text=("text", "cache_control citations"),
    image=("source", "cache_control transformations"),
    document=("source", "cache_control citations context title"),
    search_result=("content source title", "cache_control citations"),
    thinking=("thinking signature", ""),
    redacted_thinking=("data", ""),
    tool_use=("id input name", "cache_control caller toolset_name"),
    tool_result=("tool_use_id", "cache_control content is_error toolset_name"),
    server_tool_use=("id input name", "cache_control caller"),
    web_search_tool_result=("content tool_use_id", "cache_control caller"),
    web_fetch_tool_result=("content tool_use_id", "cache_control caller"),
    advisor_tool_result=_SERVER_RESULT,
    code_execution_tool_result=_SERVER_RESULT,
    bash_code_execution_tool_result=_SERVER_RESULT,
    text_editor_code_execution_tool_result=_SERVER_RESULT,
    tool_search_tool_result=_SERVER_RESULT,
    mcp_tool_use=("id input name server_name", "cache_control"),
    mcp_tool_result=("tool_use_id", "cache_control content is_error"),
    mcp_tool_listing=("mcp_server_name tools", ""),
    container_upload=("file_id", "cache_control"),
    compaction=("", "cache_control content encrypted_content signature tool_changes"),
    tool_addition=("tool", "cache_control"),
    tool_removal=("tool", "cache_control"),
    fallback=("from to", "trigger"),
)
"""The blocks of a message."""
_ONLY_USER = {"image", "document", "search_result", "tool_result"}
_ONLY_ASSISTANT = {
    *("tool_use", "server_tool_use", "mcp_tool_use", "thinking", "redacted_thinking"),
    *("compaction", "fallback", "mcp_tool_listing"),
    *(kind for kind in BLOCKS if kind.endswith("_tool_result")),
}
_SERVER_CALLS = {"server_tool_use", "mcp_tool_use"}
_SERVER_RESULTS = {kind for kind in BLOCKS if kind.endswith("_tool_result")}

COUNTED = frozenset(
    "cache_control messages model output_config speed system thinking tool_choice tools"
    " user_profile_id workspace_id".split()
)
"""What the counting endpoint takes."""
CREATED = COUNTED | frozenset(
    "container diagnostics inference_geo max_tokens metadata service_tier stop_sequences".split()
)
# Gone from the newest SDK, since the newest models do not take them; older ones do.
_SAMPLING = frozenset({"temperature", "top_k", "top_p"})
BETA = frozenset(
    "billing_policy compaction context_management fallback_credit_token fallbacks mcp_servers"
    " output_format thread".split()
)
"""Taken only with a beta header."""
_CUSTOM_TOOL = frozenset(
    "type name input_schema description cache_control allowed_callers defer_loading"
    " eager_input_streaming input_examples strict".split()
)


def anthropic_faults(arguments: Mapping[str, object]) -> list[str]:
    """What is wrong with ``system`` and ``messages`` of Anthropic's messages interface."""
    return [*_system_faults(arguments), *_alternation_faults(arguments), *_talk_faults(arguments)]


def message_request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request for a message."""
    yield from _known_faults(body, CREATED | _SAMPLING | {"stream"}, betas)
    least = 0 if not body.get("stream") else 1
    if not isinstance(body.get("max_tokens"), int) or not number(body["max_tokens"], least):
        yield "max_tokens: a whole number is required"
    yield from _shared_faults(body, betas, kinds)
    yield from _compaction_faults(body, betas)


def count_request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request to count tokens."""
    yield from _known_faults(body, COUNTED, betas)
    yield from _shared_faults(body, betas, kinds)


def _known_faults(
    body: Mapping[str, object], known: Collection[str], betas: Collection[str]
) -> Iterator[str]:
    allowed = {*known, *(BETA if betas else ())}
    yield from (f"{key}: extra inputs are not permitted" for key in sorted(body.keys() - allowed))
    if body.get("context_management") is not None and not {_EDITING, _COMPACT_ABOVE} & {*betas}:
        yield "context_management: extra inputs are not permitted without its beta"
    if body.get("compaction") is not None and _COMPACT_NOW not in betas:
        yield "compaction: extra inputs are not permitted without its beta"


def _shared_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    if not says(body.get("model")):
        yield "model: field required"
    for key, least, most in (("temperature", 0, 1), ("top_p", 0, 1), ("top_k", 0, 1e9)):
        if body.get(key) is not None and not number(body[key], least, most):
            yield f"{key}: a number from {least} to {most:g} is required"
    yield from _system_faults(body)
    given = objects(body.get("messages"))
    if len(given) > _MOST_MESSAGES:
        yield f"messages: more than {_MOST_MESSAGES:,}"
    for at, message in enumerate(given):
        for number_of, block in enumerate(objects(message.get("content"))):
            yield from field_faults(block, BLOCKS, kinds, f"messages.{at}.content.{number_of}")
    yield from _steering_faults(given)
    talk = _combined([one for one in given if one.get("role") != "system"])
    yield from _talk_faults({**body, "messages": talk or body.get("messages")})
    yield from _betas_of_blocks(given, betas)
    yield from _server_call_faults(talk)
    yield from _tool_faults(body)
    yield from _thinking_faults(body, talk)
    yield from _cache_faults(body)


def _system_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    system = arguments.get("system")
    if system is None or isinstance(system, str):
        return
    if not isinstance(system, list) or len(objects(system)) != len(system):
        yield "system is neither a text nor a list of blocks"
        return
    for at, block in enumerate(objects(system)):
        if block.get("type") != "text" or not says(block.get("text")):
            yield f"system block {at} is not a text that says something"


def _alternation_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    messages = objects(arguments.get("messages"))
    for at, message in enumerate(messages):
        if at and message.get("role") == messages[at - 1].get("role"):
            yield f"message {at} has the role of the one before it"


def _talk_faults(arguments: Mapping[str, object]) -> Iterator[str]:
    given = arguments.get("messages")
    messages = objects(given)
    if not only_objects(given):
        yield "messages is not a list of at least one object"
        return
    if messages[0].get("role") != "user" and not _compacted(messages[0]):
        yield "the first message is not the user's"
    for at, message in enumerate(messages):
        if message.keys() != {"role", "content"}:
            yield f"message {at} has other keys than role and content: {sorted(message)}"
        if message.get("role") not in ("user", "assistant"):
            yield f"message {at} has the role {message.get('role')!r}"
        yield from (f"message {at}: {fault}" for fault in _content_faults(message))
    yield from _pairing_faults(messages)
    yield from _end_faults(messages[-1])
    points = sum(1 for block in _all_blocks(arguments) if block.get("cache_control") is not None)
    if points > _BREAKPOINTS:
        yield f"{points} cache breakpoints, {_BREAKPOINTS} at most"


def _compacted(message: Mapping[str, object]) -> bool:
    """Whether a message begins with the vendor's summary of all that was said before it."""
    blocks = objects(message.get("content"))
    return bool(blocks) and blocks[0].get("type") == "compaction"


def _content_faults(message: Mapping[str, object]) -> Iterator[str]:
    content = message.get("content")
    if isinstance(content, str):
        if not content.strip():
            yield "the content is empty"
        return
    blocks = objects(content)
    if not only_objects(content):
        yield "the content is neither a text nor a list of at least one block"
    seen_other = False
    for block in blocks:
        yield from _block_faults(block, message.get("role"))
        if block.get("type") != "tool_result":
            seen_other = True
        elif seen_other:
            yield "a tool_result stands behind another block"
    if blocks and message.get("role") == "assistant" and blocks[-1].get("type") in _THINKING:
        yield "the final block of an assistant message is thinking"


def _block_faults(block: Mapping[str, object], role: object) -> Iterator[str]:
    kind = block.get("type")
    if not isinstance(kind, str):
        yield "a block without a type"
        return
    if kind in _ONLY_USER and role != "user":
        yield f"a {kind} that is not the user's"
    if kind in _ONLY_ASSISTANT and role != "assistant":
        yield f"a {kind} that is not the assistant's"
    if kind == "text":
        if not says(block.get("text")):
            yield "a text block is empty"
    elif kind in ("image", "document"):
        yield from _source_faults(block, kind)
    elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        if not isinstance(block.get("input"), Mapping):
            yield f"the input of a {kind} is no object"
        if not says(block.get("name")):
            yield f"a {kind} without a name"
        if not isinstance(block.get("id"), str) or not _ID.fullmatch(str(block["id"])):
            yield f"a {kind} with the id {block.get('id')!r}"
    elif kind == "tool_result":
        yield from _result_faults(block)
    elif kind == "thinking":
        if not block.get("signature") or not isinstance(block.get("thinking"), str):
            yield "a thinking block that is not whole"
    elif kind == "redacted_thinking":
        if not block.get("data"):
            yield "a redacted_thinking block that is not whole"
    elif kind == "compaction" and block.get("content") is not None and not says(block["content"]):
        yield "a compaction block whose content is empty"


def _source_faults(block: Mapping[str, object], kind: str) -> Iterator[str]:
    source = block.get("source")
    if not isinstance(source, Mapping):
        yield f"an {kind} without a source" if kind == "image" else f"a {kind} without a source"
        return
    media = {"image": _IMAGES, "document": {"application/pdf"}}[kind]
    form = source.get("type")
    if form == "base64":
        if source.get("media_type") not in media or not says(source.get("data")):
            yield f"an {kind} with no data of a known type"
    elif form == "url":
        if not says(source.get("url")):
            yield f"an {kind} without its address"
    elif form == "file":
        if not says(source.get("file_id")):
            yield f"an {kind} without the id of its file"
    elif kind == "image" or form not in ("text", "content"):
        yield f"an {kind} from {form!r}"


def _result_faults(block: Mapping[str, object]) -> Iterator[str]:
    content = block.get("content")
    if content is None or isinstance(content, str):
        return
    inner = objects(content)
    if not isinstance(content, list) or len(inner) != len(content):
        yield "a tool_result whose content is neither a text nor a list of blocks"
    for one in inner:
        if one.get("type") not in _IN_RESULT:
            yield f"a {one.get('type')!r} within a tool_result"
        else:
            yield from _block_faults(one, "user")


def _pairing_faults(messages: Sequence[Mapping[str, object]]) -> Iterator[str]:
    seen: set[object] = set()
    asked: list[object] = []
    for at, message in enumerate(messages):
        blocks = objects(message.get("content"))
        answers = [one.get("tool_use_id") for one in blocks if one.get("type") == "tool_result"]
        for call in answers:
            if call not in asked:
                yield f"message {at}: a result for {call!r}, which the message before did not call"
        if len(set(map(str, answers))) != len(answers):
            yield f"message {at}: two results for one call"
        for call in asked:
            if call not in answers:
                yield f"message {at}: no result for the call {call!r} before it"
        asked = [one.get("id") for one in blocks if one.get("type") == "tool_use"]
        for call in asked:
            if str(call) in seen:
                yield f"message {at}: the call id {call!r} is used twice"
            seen.add(str(call))
    if asked:
        yield "the last message calls tools and no result follows"


def _end_faults(last: Mapping[str, object]) -> Iterator[str]:
    if last.get("role") != "assistant":
        return
    content = last.get("content")
    blocks = objects(content)
    text = content if isinstance(content, str) else blocks[-1].get("text", "") if blocks else ""
    if isinstance(text, str) and text != text.rstrip():
        yield "the assistant's text at the end ends in white space"


def _all_blocks(arguments: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Whatever may bear a breakpoint, in the order of the cache."""
    yield from objects(arguments.get("tools"))
    yield from objects(arguments.get("system"))
    for message in objects(arguments.get("messages")):
        for block in objects(message.get("content")):
            yield block
            yield from objects(block.get("content"))
    if isinstance(arguments.get("cache_control"), Mapping):
        yield {"type": "", "cache_control": arguments["cache_control"]}


def _combined(messages: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Consecutive messages of a role as one, as the vendor reads them."""
    found: list[Mapping[str, object]] = []
    for message in messages:
        if found and found[-1].get("role") == message.get("role"):
            last = found[-1]
            content = [*_listed(last.get("content")), *_listed(message.get("content"))]
            found[-1] = {**last, **message, "content": content}
        else:
            found.append(message)
    return found


def _listed(content: object) -> list[object]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else [content]


def _steering_faults(given: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """System messages within the conversation, which the newer models take after a user turn."""
    for at, message in enumerate(given):
        if message.get("role") != "system":
            continue
        after = given[at + 1].get("role") if at + 1 < len(given) else "assistant"
        if at == 0 or given[at - 1].get("role") != "user" or after != "assistant":
            yield f"messages.{at}: a system message stands between a user's and an assistant's turn"
        content = message.get("content")
        if isinstance(content, str):
            if not content.strip():
                yield f"messages.{at}: the content is empty"
        elif any(
            one.get("type") not in ("text", "tool_addition", "tool_removal")
            for one in objects(content)
        ):
            yield f"messages.{at}: a system message holds texts and changes of tools only"


def _betas_of_blocks(
    messages: Sequence[Mapping[str, object]], betas: Collection[str]
) -> Iterator[str]:
    compacted = [
        (at, number_of, block)
        for at, message in enumerate(messages)
        for number_of, block in enumerate(objects(message.get("content")))
        if block.get("type") == "compaction"
    ]
    if not compacted:
        return
    if not {_COMPACT_ABOVE, _COMPACT_NOW} & {*betas}:
        yield "a compaction block needs the beta header of compaction"
    whole = [(at, number_of) for at, number_of, one in compacted if one.get("content") is not None]
    if _COMPACT_NOW in betas and whole:
        if len(whole) > 1:
            yield "compaction_block_ambiguous: more than one compaction block with content"
        if whole[0] != (0, 0):
            yield "compaction_block_misplaced: it is not the first block of the conversation"


def _server_call_faults(talk: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """A server's tool is called and answered in one message; the last may have been paused."""
    for at, message in enumerate(talk):
        blocks = objects(message.get("content"))
        asked = [one.get("id") for one in blocks if one.get("type") in _SERVER_CALLS]
        answered = [one.get("tool_use_id") for one in blocks if one.get("type") in _SERVER_RESULTS]
        for call in answered:
            if call not in asked:
                yield f"messages.{at}: a server tool's result for {call!r}, which it did not call"
        if at < len(talk) - 1:
            for call in asked:
                if call not in answered:
                    yield f"messages.{at}: no result for the server tool's call {call!r}"


def _tool_faults(body: Mapping[str, object]) -> Iterator[str]:
    given = body.get("tools")
    tools = objects(given)
    if given is not None and (not isinstance(given, list) or len(tools) != len(given)):
        yield "tools: a list of objects is required"
    names = [tool.get("name") for tool in tools if tool.get("name") is not None]
    if len(set(map(str, names))) != len(names):
        yield "tools: names must be unique"
    for at, tool in enumerate(tools):
        if tool.get("type") not in (None, "custom"):
            continue
        if not isinstance(tool.get("name"), str) or not _TOOL_NAME.fullmatch(str(tool["name"])):
            yield f"tools.{at}.custom.name: does not match ^[a-zA-Z0-9_-]{{1,128}}$"
        schema = tool.get("input_schema")
        if not isinstance(schema, Mapping) or schema.get("type") != "object":
            yield f"tools.{at}.custom.input_schema: an object schema is required"
        for key in sorted(tool.keys() - _CUSTOM_TOOL):
            yield f"tools.{at}.custom.{key}: extra inputs are not permitted"
    choice = body.get("tool_choice")
    if choice is None:
        return
    kind = choice.get("type") if isinstance(choice, Mapping) else None
    if kind not in ("auto", "any", "tool", "none"):
        yield "tool_choice: none of auto, any, tool and none"
    elif not tools and kind != "none":
        yield "tool_choice: may only be specified while providing tools"
    elif kind == "tool" and isinstance(choice, Mapping) and choice.get("name") not in names:
        yield f"tool_choice: tool {choice.get('name')!r} not found in provided tools"


def _thinking_faults(
    body: Mapping[str, object], talk: Sequence[Mapping[str, object]]
) -> Iterator[str]:
    given = body.get("thinking")
    thinking = given if isinstance(given, Mapping) else {}
    kind = thinking.get("type", "disabled" if given is None else None)
    if kind not in ("enabled", "disabled", "adaptive", "between_tools"):
        yield "thinking: none of enabled, disabled, adaptive and between_tools"
    if kind == "disabled":
        last = talk[-1] if talk else {}
        blocks = objects(last.get("content"))
        if last.get("role") == "assistant" and any(one.get("type") in _THINKING for one in blocks):
            yield "an assistant message in the final position has thinking, which is disabled"
        return
    choice = body.get("tool_choice")
    if isinstance(choice, Mapping) and choice.get("type") in ("any", "tool"):
        yield "thinking may not be enabled when tool_choice forces tool use"
    if body.get("temperature") not in (None, 1) or body.get("top_k") is not None:
        yield "temperature may only be 1 and top_k not set when thinking is enabled"
    if kind != "enabled":
        return
    budget, most = thinking.get("budget_tokens"), body.get("max_tokens")
    if not isinstance(budget, int) or budget < _LEAST_THINKING:
        yield f"thinking.enabled.budget_tokens: {_LEAST_THINKING} at least"
    elif isinstance(most, int) and budget >= most:
        yield "max_tokens must be greater than thinking.budget_tokens"
    step = _running_loop(talk)
    if step and step[0].get("type") not in _THINKING:
        yield f"expected thinking, but found {step[0].get('type')}: a tool loop begins with it"


def _running_loop(talk: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The blocks of the first step since the user last said anything, if results are its end."""
    if not talk or talk[-1].get("role") != "user":
        return []
    first: list[Mapping[str, object]] = []
    for message in reversed(talk):
        blocks = objects(message.get("content"))
        if message.get("role") == "assistant":
            first = blocks
        elif not any(one.get("type") == "tool_result" for one in blocks):
            break
    return first


def _compaction_faults(body: Mapping[str, object], betas: Collection[str]) -> Iterator[str]:
    """What may not stand in a request that only compacts."""
    if body.get("compaction") is None or _COMPACT_NOW not in betas:
        return
    for key in ("context_management", "stop_sequences"):
        if body.get(key) is not None:
            yield f"compaction: cannot be combined with {key}"
    choice = body.get("tool_choice")
    if isinstance(choice, Mapping) and choice.get("type") in ("any", "tool"):
        yield "compaction: cannot be combined with a forced tool"


def _cache_faults(body: Mapping[str, object]) -> Iterator[str]:
    short = False
    for block in _all_blocks(body):
        mark = block.get("cache_control")
        if mark is None:
            continue
        ttl = mark.get("ttl") if isinstance(mark, Mapping) else None
        if not isinstance(mark, Mapping) or mark.get("type") != "ephemeral":
            yield "cache_control: its type is ephemeral"
        elif ttl not in (None, "5m", "1h") or mark.keys() - {"type", "ttl"}:
            yield "cache_control: a ttl of 5m or 1h is all that it takes"
        if block.get("type") in _NO_BREAKPOINT:
            yield f"cache_control: cannot be set on {block.get('type')}"
        if block.get("type") == "text" and not says(block.get("text")):
            yield "cache_control: cannot be set for empty text blocks"
        if ttl == "1h" and short:
            yield "cache_control: a ttl of 1h must not come after one of 5m"
        short = short or ttl != "1h"
