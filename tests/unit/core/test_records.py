"""Records, evidence, policy and outcomes: nothing half-valid can be built."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import stratal
from stratal import InvalidPolicy, InvalidValue, MessageEvidence, Source, State, Topic
from stratal.core.evidence import least_trusted
from stratal.core.policy import ReadPath, Renewal, Weights, WritePolicy, default_policy

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def state(**changes: Any) -> State:
    values: dict[str, Any] = {
        "content": "x",
        "source": Source.TOOL,
        "confidence": 0.5,
        "importance": 5,
        "valid_from": NOW,
    }
    return State(**{**values, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"confidence": float("nan")},
        {"confidence": 1.1},
        {"confidence": True},
        {"importance": 0},
        {"importance": 11},
        {"importance": True},
        {"content": "a\x00b"},
        {"valid_from": datetime(2026, 1, 1)},  # noqa: DTZ001 - naive on purpose
        {"valid_to": NOW - timedelta(seconds=1)},
        {"expires": datetime(2026, 1, 1)},  # noqa: DTZ001 - naive on purpose
    ],
)
def test_an_impossible_state_cannot_be_built(changes: dict[str, Any]) -> None:
    """Numbers out of range, naive times, an end before its start: InvalidValue."""
    with pytest.raises(InvalidValue):
        state(**changes)
    with pytest.raises(InvalidValue):
        replace(state(), **changes)


def test_topics_are_normalised() -> None:
    """Case, width and white space make no second topic."""
    assert Topic(subject=" Trip  App ", attribute="Ｐackage\nManager") == Topic(
        subject="trip app", attribute="package manager"
    )
    with pytest.raises(InvalidValue):
        Topic(subject=" ", attribute="x")


def test_trust_has_one_order() -> None:
    """The least trusted source decides, and confidence falls with trust."""
    assert least_trusted((Source.USER_EXPLICIT, Source.TOOL, Source.DOCUMENT)) is Source.TOOL
    ranked = sorted(Source, key=lambda source: source.rank)
    assert ranked[0] is Source.USER_EXPLICIT
    assert [one.confidence for one in ranked] == sorted(
        (one.confidence for one in ranked), reverse=True
    )


def test_evidence_needs_words() -> None:
    """A citation without a quotation cannot be built."""
    with pytest.raises(InvalidValue):
        MessageEvidence(conversation="c", message="m", quotation=" ")


def test_impossible_policies_cannot_be_built() -> None:
    """Rules that contradict each other are refused when they are put together."""
    policy = default_policy()
    for change in (
        {"ttl": timedelta(0)},
        {"ttl": None, "renewed_by": Renewal.CONFIRMATION},
        {"capacity": 0},
        {"min_confidence": 2.0},
        {"merge_above": 0.0},
        {"confirm_above_importance": 11},
        {"read_path": ReadPath.PERSONALIZATION_ONLY, "write_policy": WritePolicy.IMMEDIATE},
    ):
        with pytest.raises(InvalidPolicy):
            replace(policy.memories, **change)
    with pytest.raises(InvalidPolicy, match="add up"):
        replace(policy, weights=Weights(relevance=0.9))
    with pytest.raises(InvalidPolicy):
        replace(policy, profile_ceiling=0)


def test_public_values_are_frozen_and_keyword_only() -> None:
    """Every value type of the public face is frozen and takes keywords alone."""
    values = [
        one
        for name in stratal.__all__
        if isinstance(one := getattr(stratal, name), type) and is_dataclass(one)
    ]
    assert len(values) >= 10
    for value in values:
        assert all(field.kw_only for field in fields(value)), value
        assert value.__dataclass_params__.frozen, value  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        state().content = "y"  # type: ignore[misc]
