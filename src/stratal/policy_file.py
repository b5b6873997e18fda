"""The policy as a file: YAML in, values out, and every complaint with its line.

The file changes only what it names; all else is the built-in default. It is read as nodes, never
as objects: a scalar reaches us as the text that was written, so that ``90`` without a unit or
``yes`` for a number is judged here and not by a loader. Anchors, aliases and tags have no use in a
policy and are refused, which also ends the tricks that blow a small file up.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from stratal.core.policy import (
    CLASSES,
    ClassPolicy,
    Decay,
    Evict,
    FlowRules,
    ForgettingRules,
    Granularity,
    Policy,
    Provenance,
    ReadPath,
    Renewal,
    RevisionMode,
    SpendRules,
    Weights,
    WindowRules,
    WritePolicy,
    default_policy,
)
from stratal.errors import InvalidPolicy, InvalidValue, shown

if TYPE_CHECKING:
    from yaml import Node

SIZE_LIMIT = 100_000
"""Characters of a policy file; the complete default one has about 3,000."""

_DEPTH_LIMIT = 8
_LONGEST = timedelta(days=365_000)
_NONE = frozenset(("none", "null", "~", ""))
_WHOLE = re.compile(r"\d{1,12}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_DURATION = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)\s*([A-Za-z]+)")
_UNITS = {
    "weeks": timedelta(weeks=1),
    "days": timedelta(days=1),
    "hours": timedelta(hours=1),
    "minutes": timedelta(minutes=1),
    "seconds": timedelta(seconds=1),
}
_UNIT_OF = {
    spelling: unit
    for name, unit in _UNITS.items()
    for spelling in (name, name[:-1], name[0], *(["min"] if name == "minutes" else []))
}
_DURATION_MEND = "write a number and its unit, such as 90 days, 2 h or 30 min, or none"

Reader = Callable[[str, "Node"], object]


def read_policy(path: str | Path) -> Policy:
    """The policy of the file at `path`, over the defaults.

    `InvalidPolicy` if the file cannot be read, is not UTF-8, or says what cannot be in force.
    """
    where = str(path)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(SIZE_LIMIT * 4 + 1)
    except OSError as error:
        raise InvalidPolicy(f"{where} cannot be read: {error.strerror}", path=where) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidPolicy("is not UTF-8: save it as UTF-8", path=where, line=line) from None
    return parse_policy(text, path=where)


def parse_policy(text: str, path: str | None = None) -> Policy:
    """The policy that `text` states, over the defaults; an empty text is the defaults.

    `InvalidPolicy` names the line of whatever is wrong; `path` only goes into its message.
    """
    try:
        root = _root(text)
        return default_policy() if root is None else _policy(root)
    except InvalidPolicy as error:
        raise InvalidPolicy(error.problem, path=path, line=error.line) from error.__cause__


def _root(text: str) -> Node | None:
    """The one node of the text, known to be small, shallow and without anchors or tags."""
    import yaml

    if len(text) > SIZE_LIMIT:
        raise InvalidPolicy(f"the policy has more than {SIZE_LIMIT:,} characters", line=1)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            line = 1 if event.start_mark is None else event.start_mark.line + 1
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEPTH_LIMIT:
                raise InvalidPolicy("is nested too deeply", line=line)
            if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
                raise InvalidPolicy("has an anchor or alias: write the value out", line=line)
            tag = getattr(event, "tag", None)
            if tag is not None:
                raise InvalidPolicy(f"has the tag {shown(tag)}: leave it out", line=line)
        node: Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InvalidPolicy("holds a character that YAML does not allow", line=line) from None
    except yaml.MarkedYAMLError as error:
        line = 1 if error.problem_mark is None else error.problem_mark.line + 1
        raise InvalidPolicy(f"is not YAML: {error.problem}", line=line) from None
    empty = isinstance(node, yaml.ScalarNode) and node.value in _NONE
    return None if empty else node


def _policy(root: Node) -> Policy:
    base = default_policy()
    readers: dict[str, Reader] = {
        **{name: _class(getattr(base, name)) for name in CLASSES},
        "conversation_ttl": _duration,
        "weights": _weights,
        "window": _window,
        "flows": _flows,
        "spend": _spend,
        "forgetting": _forgetting,
        "profile_granularity": _granularity,
        "profile_ceiling": _whole,
        "pinned_ceiling": _whole,
        "files_ceiling": _whole,
        "task_ceiling": _whole,
        "recall_limit": _whole,
    }

    def alone(read: Reader) -> Reader:
        # Put into force alone, a value that the policy refuses is refused at its own line.
        def reader(name: str, node: Node) -> object:
            value = read(name, node)
            replace(base, **_changes({name: value}))
            return value

        return reader

    values = _read("the policy", root, {name: alone(read) for name, read in readers.items()})
    return replace(base, **_changes(values))


def _changes(values: Mapping[str, object]) -> Any:
    """Values by field, each of the field's type because its reader made it."""
    return values


def _class(base: ClassPolicy) -> Reader:
    readers: dict[str, Reader] = {
        "ttl": _duration,
        "renewed_by": _word(Renewal),
        "read_path": _word(ReadPath),
        "write_policy": _word(WritePolicy),
        "revision_mode": _word(RevisionMode),
        "provenance": _word(Provenance),
        "capacity": _or_none(_whole),
        "evict": _word(Evict),
        "merge_above": _or_none(_share),
        "decay": _decay(base.decay),
        "min_confidence": _share,
        "confirm_above_importance": _or_none(_whole),
        "forbidden_keys": _words,
        "multi_valued": _words,
    }

    def read(name: str, node: Node) -> ClassPolicy:
        return replace(base, **_changes(_read(name, node, readers)))

    return read


def _read(name: str, node: Node, readers: Mapping[str, Reader]) -> dict[str, object]:
    """The named values of a mapping; each key known, and given once."""
    import yaml

    if not isinstance(node, yaml.MappingNode):
        _refuse(node, f"{name} must be lines of `key: value`")
    seen: dict[str, int] = {}
    values: dict[str, object] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            _refuse(key, f"a key of {name} must be a word")
        word, line = key.value, key.start_mark.line + 1
        if word in seen:
            _refuse(key, f"{shown(word)} stands in {name} twice, first in line {seen[word]}")
        if word not in readers:
            _refuse(key, f"{name} has no {shown(word)}: {_suggestion(word, readers)}")
        seen[word] = line
        try:
            values[word] = readers[word](word, value)
        except InvalidPolicy as error:
            if error.line is not None:
                raise
            # The value's own checks know no lines: it is that of the key.
            raise InvalidPolicy(f"{word}: {error.problem}", line=line) from None
    return values


def _suggestion(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word.casefold().replace("-", "_"), list(known), n=1)
    return f"did you mean {near[0]}?" if near else f"allowed are {', '.join(known)}"


def _refuse(node: Node, problem: str) -> NoReturn:
    raise InvalidPolicy(problem, line=node.start_mark.line + 1)


def _scalar(name: str, node: Node) -> str:
    import yaml

    if not isinstance(node, yaml.ScalarNode):
        _refuse(node, f"{name} must be one value")
    return str(node.value).strip()


def _duration(name: str, node: Node) -> timedelta | None:
    try:
        return duration_of(name, _scalar(name, node))
    except InvalidValue as error:
        _refuse(node, str(error))


def duration_of(name: str, text: str) -> timedelta | None:
    """What ``90 days``, ``90d`` or ``none`` says. Raises `InvalidValue`."""
    text = text.strip()
    if text.lower() in _NONE:
        return None
    found = _DURATION.fullmatch(text)
    unit = _UNIT_OF.get(found[2].lower()) if found else None
    if found is None or unit is None:
        raise InvalidValue(name, text, _DURATION_MEND)
    micros = Decimal(found[1]) * (unit // timedelta(microseconds=1))
    if micros > _LONGEST // timedelta(microseconds=1):
        raise InvalidValue(name, text, "is longer than 1,000 years: write none to keep for ever")
    return timedelta(microseconds=int(micros))


def _number(name: str, node: Node) -> float:
    text = _scalar(name, node)
    value = float(text) if _NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(value):
        _refuse(node, f"{name} is {shown(text)}: write a number such as 0.8")
    return value


def _share(name: str, node: Node) -> float:
    value = _number(name, node)
    if not 0 <= value <= 1:
        _refuse(node, f"{name} is {value:g}: write a number from 0 to 1")
    return value


def _whole(name: str, node: Node) -> int:
    text = _scalar(name, node)
    if not _WHOLE.fullmatch(text):
        _refuse(node, f"{name} is {shown(text)}: write a whole number such as 300")
    return int(text)


def _flag(name: str, node: Node) -> bool:
    text = _scalar(name, node).lower()
    if text not in ("true", "false"):
        _refuse(node, f"{name} is {shown(text)}: write true or false")
    return text == "true"


def _or_none(read: Reader) -> Reader:
    def reader(name: str, node: Node) -> object:
        return None if _scalar(name, node).lower() in _NONE else read(name, node)

    return reader


def _word(words: type[StrEnum]) -> Reader:
    def read(name: str, node: Node) -> StrEnum:
        text = _scalar(name, node)
        known = [word.value for word in words]
        if text not in known:
            _refuse(node, f"{name} is {shown(text)}: allowed are {', '.join(known)}")
        return words(text)

    return read


def _words(name: str, node: Node) -> tuple[str, ...]:
    import yaml

    if not isinstance(node, yaml.SequenceNode):
        _refuse(node, f"{name} must be a list, such as [diet, tools]")
    found: list[str] = []
    for one in node.value:
        text = _scalar(name, one)
        if not text:
            _refuse(one, f"{name} holds an empty entry")
        if text in found:
            _refuse(one, f"{name} names {shown(text)} twice")
        found.append(text)
    return tuple(found)


def _weights(name: str, node: Node) -> Weights:
    readers = {field.name: _share for field in fields(Weights)}
    return replace(Weights(), **_changes(_read(name, node, readers)))


def _window(name: str, node: Node) -> WindowRules:
    shares = ("threshold", "verbatim_share")
    readers: dict[str, Reader] = {
        one.name: _share if one.name in shares else _whole for one in fields(WindowRules)
    }
    readers["record"] = _flag
    return replace(WindowRules(), **_changes(_read(name, node, readers)))


def _flows(name: str, node: Node) -> FlowRules:
    readers: dict[str, Reader] = {
        "every_turns": _whole,
        "idle_after": _duration,
        "closes_at_most": _share,
        "attempts": _whole,
        "keep_profile": _flag,
        "ask_at_most": _whole,
        "waits_for": _duration,
    }
    return replace(FlowRules(), **_changes(_read(name, node, readers)))


def _spend(name: str, node: Node) -> SpendRules:
    readers: dict[str, Reader] = {one.name: _or_none(_whole) for one in fields(SpendRules)}
    return replace(SpendRules(), **_changes(_read(name, node, readers)))


def _forgetting(name: str, node: Node) -> ForgettingRules:
    readers: dict[str, Reader] = {one.name: _duration for one in fields(ForgettingRules)}
    return replace(ForgettingRules(), **_changes(_read(name, node, readers)))


def _decay(base: Decay) -> Reader:
    readers = {"per_hour": _share, "cold_below": _or_none(_share)}

    def read(name: str, node: Node) -> Decay:
        return replace(base, **_changes(_read(name, node, readers)))

    return read


def _granularity(name: str, node: Node) -> Granularity:
    readers: dict[str, Reader] = {one.name: _whole for one in fields(Granularity)}
    return replace(Granularity(), **_changes(_read(name, node, readers)))


def dump(policy: Policy) -> str:
    """The complete policy as YAML; `parse_policy` reads an equal one out of it."""
    import yaml

    text: str = yaml.safe_dump(
        _plain(policy), sort_keys=False, allow_unicode=True, default_flow_style=None, width=96
    )
    return text


_RULES = (
    ClassPolicy
    | Decay
    | FlowRules
    | ForgettingRules
    | Granularity
    | Policy
    | SpendRules
    | Weights
    | WindowRules
)


def _plain(value: object) -> object:
    if isinstance(value, _RULES):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [str(one) for one in value]
    if value is None:
        return "none"
    if isinstance(value, timedelta):
        return spoken(value)
    return value.value if isinstance(value, StrEnum) else value


def spoken(duration: timedelta | None) -> str:
    """A duration as the file writes it, in the largest unit that is exact; None is ``none``."""
    if duration is None:
        return "none"
    for name in ("days", "hours", "minutes", "seconds"):
        count, rest = divmod(duration, _UNITS[name])
        if not rest:
            return f"{count} {name[:-1] if count == 1 else name}"
    micros = duration // timedelta(microseconds=1)
    return f"{micros // 1_000_000}.{micros % 1_000_000:06d} seconds"


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyRow:
    """What holds for one class of memory, in words: a row of `stratal policy show`."""

    layer: str
    name: str
    """The class's name in the file."""
    enters: str
    """How it enters a prompt."""
    how_much: str
    until: str
    sources: str
    """From what it may be written."""
    corrected: str
    """What a new value does to the old one."""


_LAYER = {
    "scratch": "task",
    "task_state": "task",
    "profile": "profile",
    "preferences": "memories",
    "memories": "memories",
    "conclusions": "memories",
}
_ENTERS = {
    ReadPath.RUNTIME_ONLY: "with its task, while that is open",
    ReadPath.PERSONALIZATION_ONLY: "whole, to personalise",
    ReadPath.PINNED: "always, by exact scope",
    ReadPath.RETRIEVAL_WITH_FILTERS: "found by search",
}
_RENEWED = {
    Renewal.NOTHING: "",
    Renewal.CONFIRMATION: " from the last confirmation",
    Renewal.TOUCH: " from the last touch",
}
_WRITTEN = {
    WritePolicy.IMMEDIATE: "at once",
    WritePolicy.VALIDATED_ONLY: "validated",
    WritePolicy.EXPLICIT_OR_HIGH_CONFIDENCE: "said outright, or sure",
    WritePolicy.CONFIRM: "confirmed by a person",
}
_PROVEN = {
    Provenance.MINIMAL_RUNTIME_METADATA: "whoever is at work",
    Provenance.SOURCE_LINK_REQUIRED: "any, linked",
    Provenance.EXPLICIT_SIGNAL_OR_REVIEW: "the person, or a review",
}
_CORRECTED = {
    RevisionMode.REPLACE: "replaced",
    RevisionMode.APPEND_REVISION: "by a new revision",
    RevisionMode.MERGE_WITH_HISTORY: "superseded by key, with history",
}


def show(policy: Policy) -> list[PolicyRow]:
    """A row for each layer or class: what is in force, on one screen."""
    conversation = PolicyRow(
        layer="conversation",
        name="conversation",
        enters="the recent window",
        how_much="what the budget leaves",
        until=_until(policy.conversation_ttl, Renewal.NOTHING),
        sources="what is said",
        corrected="retracted, not edited",
    )
    return [conversation, *(_row(policy, name) for name in _LAYER), *_unruled(policy)]


def _unruled(policy: Policy) -> list[PolicyRow]:
    """The layers without a class in the file: how they work is the same under every policy."""
    few = f"{policy.recall_limit:,} a recall"
    return [
        PolicyRow(
            layer="events",
            name="events",
            enters="by time, or found by search",
            how_much=few,
            until=_until(policy.forgetting.events, Renewal.NOTHING),
            sources="any",
            corrected="retracted, not edited",
        ),
        PolicyRow(
            layer="knowledge",
            name="knowledge",
            enters="found by search, cited",
            how_much=few,
            until="kept",
            sources="documents",
            corrected="by a new version",
        ),
        PolicyRow(
            layer="files",
            name="files",
            enters="the index, 25 KB",
            how_much="2,000 a store",
            until="kept",
            sources="the agent",
            corrected="by a new version",
        ),
        PolicyRow(
            layer="agent_state",
            name="agent_state",
            enters="never",
            how_much="1 MB",
            until="kept",
            sources="its agent",
            corrected="by a new revision",
        ),
    ]


def _row(policy: Policy, name: str) -> PolicyRow:
    rules = policy.classes[name]
    gates = [_PROVEN[rules.provenance], _WRITTEN[rules.write_policy]]
    if rules.min_confidence:
        gates.append(f"if derived, {rules.min_confidence:g} sure")
    return PolicyRow(
        layer=_LAYER[name],
        name=name,
        enters=_ENTERS[rules.read_path],
        how_much=_how_much(policy, rules),
        until=_until(rules.ttl, rules.renewed_by),
        sources="; ".join(gates),
        corrected=_CORRECTED[rules.revision_mode],
    )


def _how_much(policy: Policy, rules: ClassPolicy) -> str:
    most = {
        ReadPath.RUNTIME_ONLY: f"{policy.task_ceiling:,} tokens",
        ReadPath.PERSONALIZATION_ONLY: f"{policy.profile_ceiling:,} tokens",
        ReadPath.PINNED: f"{policy.pinned_ceiling:,} tokens",
        ReadPath.RETRIEVAL_WITH_FILTERS: f"{policy.recall_limit:,} a recall",
    }[rules.read_path]
    return most if rules.capacity is None else f"{most}; {rules.capacity:,} kept"


def _until(ttl: timedelta | None, renewed_by: Renewal) -> str:
    return "kept" if ttl is None else spoken(ttl) + _RENEWED[renewed_by]
