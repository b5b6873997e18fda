"""What OpenAI's responses refuse, and its embeddings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from stratal.testing.wire.chat import tool_faults
from stratal.testing.wire.shapes import field_faults, fields, number, objects, says

CREATED = frozenset(
    "access_programs background background_options context_management conversation image include"
    " input instructions max_output_tokens max_tool_calls metadata model moderation"
    " parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options"
    " prompt_cache_retention reasoning safety_identifier service_tier store stream_options"
    " temperature text tool_choice tools top_logprobs top_p truncation user".split()
)
"""What a request may hold."""
COUNTED = frozenset(
    "conversation input instructions model parallel_tool_calls personality previous_response_id"
    " reasoning text tool_choice tools truncation".split()
)
"""What the counting endpoint takes."""
EMBEDDED = frozenset({"input", "model", "dimensions", "encoding_format", "user"})
"""What a request for embeddings may hold."""
_MOST_INPUTS = 2048

ITEMS = fields(
    message=("content role", "id phase status"),
    file_search_call=("id queries status", "results"),
    computer_call=("call_id id pending_safety_checks status", "action actions"),
    computer_call_output=("call_id output", "acknowledged_safety_checks id status"),
    web_search_call=("action id status", ""),
    function_call=("arguments call_id name", "async caller id namespace status"),
    function_call_output=("output", "call_id caller id name namespace status"),
    tool_search_call=("arguments", "call_id execution id status"),
    tool_search_output=("tools", "call_id execution id status"),
    additional_tools=("role tools", "id"),
    configuration_update=("", "id reasoning text"),
    reasoning=("id summary", "content encrypted_content status"),
    compaction=("encrypted_content", "id"),
    image_generation_call=(
        "id result status",
        "action background error output_format quality revised_prompt size svg_usage",
    ),
    code_interpreter_call=("code container_id id outputs status", ""),
    local_shell_call=("action call_id id status", ""),
    local_shell_call_output=("id output", "status"),
    shell_call=("action call_id", "caller environment id status"),
    shell_call_output=("call_id output", "caller id max_output_length status"),
    apply_patch_call=("call_id operation status", "caller id"),
    apply_patch_call_output=("call_id status", "caller id output"),
    mcp_list_tools=("id server_label tools", "error"),
    mcp_approval_request=("arguments id name server_label", ""),
    mcp_approval_response=("approval_request_id approve", "id reason"),
    mcp_call=("arguments id name server_label", "approval_request_id error output status"),
    custom_tool_call=("call_id input name", "async caller id namespace"),
    custom_tool_call_output=("call_id output", "caller id"),
    compaction_trigger=("", "id"),
    item_reference=("id", ""),
    program=("call_id code fingerprint id", ""),
    program_output=("call_id id result status", ""),
)
"""The items of the input; a message may leave out its type."""
_CALLS = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}
_OUTPUTS = {output: call for call, output in _CALLS.items()}
_IN_USER = {"input_text", "input_image", "input_file", "input_audio"}
_IN_ASSISTANT = {"output_text", "refusal"}


def responses_faults(arguments: Mapping[str, object]) -> list[str]:
    """What is wrong with ``input`` of OpenAI's responses interface."""
    return list(_input_faults(arguments))


def request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request for a response."""
    del betas
    yield from _known_faults(body, CREATED | {"stream"}, kinds)
    for key, least, most in (
        ("max_output_tokens", 16, 1e9),
        ("temperature", 0, 2),
        ("top_p", 0, 1),
    ):
        if body.get(key) is not None and not number(body[key], least, most):
            yield f"{key}: a number from {least} to {most:g} is required"


def count_request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request to count tokens."""
    del betas
    yield from _known_faults(body, COUNTED, kinds)


def embedding_request_faults(
    body: Mapping[str, object], betas: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    """What is wrong with a whole request for embeddings. Texts only: no lists of token numbers."""
    del betas, kinds
    for key in sorted(body.keys() - EMBEDDED):
        yield f"Unrecognized request argument supplied: {key}"
    if not says(body.get("model")):
        yield "you must provide a model parameter"
    if body.get("encoding_format") not in (None, "float", "base64"):
        yield "encoding_format: none of float and base64"
    given = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not 1 <= len(texts) <= _MOST_INPUTS:
        yield f"input: 1 to {_MOST_INPUTS} texts are required"
    elif not all(isinstance(text, str) and text for text in texts):
        yield "input: cannot be an empty string"


def _known_faults(
    body: Mapping[str, object], known: Collection[str], kinds: Collection[str]
) -> Iterator[str]:
    for key in sorted(body.keys() - {*known}):
        yield f"Unknown parameter: {key!r}"
    if not says(body.get("model")):
        yield "Missing required parameter: 'model'"
    for at, item in enumerate(objects(body.get("input"))):
        # The message of the easy form has a role and no type.
        whole = item if item.get("type") is not None else {**item, "type": "message"}
        yield from field_faults(whole, ITEMS, kinds, f"input[{at}]")
    yield from _input_faults(body)
    yield from tool_faults(body, nested=False)


def _input_faults(body: Mapping[str, object]) -> Iterator[str]:
    given = body.get("input")
    continued = body.get("previous_response_id") is not None
    if isinstance(given, str):
        if not given and not continued:
            yield "input: is empty"
        return
    items = objects(given)
    if not isinstance(given, list) or len(items) != len(given) or not (items or continued):
        yield "input: neither a text nor a list of at least one item"
        return
    for at, item in enumerate(items):
        if item.get("type") in (None, "message"):
            yield from (f"input[{at}]: {fault}" for fault in _message_faults(item))
        elif item.get("type") in _CALLS:
            yield from (f"input[{at}]: {fault}" for fault in _call_faults(item))
        elif item.get("type") in _OUTPUTS and not isinstance(item.get("output"), str):
            yield from (f"input[{at}]: {fault}" for fault in _parts_faults(item.get("output")))
    yield from _pairing_faults(items, continued)
    yield from _reasoning_faults(items)


def _message_faults(item: Mapping[str, object]) -> Iterator[str]:
    role, content = item.get("role"), item.get("content")
    if role not in ("user", "assistant", "system", "developer"):
        yield f"the role {role!r}"
    if isinstance(content, str):
        return
    parts = objects(content)
    if not isinstance(content, list) or len(parts) != len(content):
        yield "the content is neither a text nor a list of parts"
    allowed = _IN_ASSISTANT if role == "assistant" else _IN_USER
    for part in parts:
        kind = part.get("type")
        text = "refusal" if kind == "refusal" else "text"
        if kind not in allowed:
            yield f"a {kind!r} part in a message of the role {role!r}"
        elif kind in ("input_text", *_IN_ASSISTANT) and not isinstance(part.get(text), str):
            yield f"a {kind} without its text"
        elif kind == "input_image" and not (part.get("image_url") or part.get("file_id")):
            yield "an image without its address"


def _parts_faults(output: object) -> Iterator[str]:
    parts = objects(output)
    if not isinstance(output, list) or len(parts) != len(output):
        yield "the output is neither a text nor a list of parts"
    for part in parts:
        if part.get("type") not in ("input_text", "input_image", "input_file"):
            yield f"a {part.get('type')!r} part in an output"


def _call_faults(item: Mapping[str, object]) -> Iterator[str]:
    text = "arguments" if item.get("type") == "function_call" else "input"
    if not says(item.get("call_id")) or not says(item.get("name")):
        yield "a call without an id or a name"
    if not isinstance(item.get(text), str):
        yield f"the {text} of a call is no text"


def _pairing_faults(items: Sequence[Mapping[str, object]], continued: bool) -> Iterator[str]:
    asked: list[tuple[object, object]] = []
    for item in items:
        kind = item.get("type")
        if kind in _CALLS:
            if (_CALLS[str(kind)], item.get("call_id")) in asked:
                yield f"Duplicate call id {item.get('call_id')!r}"
            asked.append((_CALLS[str(kind)], item.get("call_id")))
        elif kind in _OUTPUTS:
            if (kind, item.get("call_id")) in asked:
                asked.remove((kind, item.get("call_id")))
            elif not continued:
                yield f"No tool call found for {kind} with call_id {item.get('call_id')!r}"
    yield from (f"No tool output found for call {call!r}" for _, call in asked)


def _reasoning_faults(items: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Reasoning stands before what came of it: an item of the assistant's."""
    for at, item in enumerate(items):
        if item.get("type") != "reasoning":
            continue
        after = items[at + 1] if at + 1 < len(items) else {}
        message = after.get("type") in (None, "message")
        theirs = not after or after.get("role", "user") != "assistant" if message else False
        if theirs or after.get("type") in _OUTPUTS:
            yield f"input[{at}]: reasoning was provided without its required following item"
