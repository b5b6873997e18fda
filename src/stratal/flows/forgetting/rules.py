"""The rules of a sweep, as plain functions of one record, or two, and the time.

What a person said or confirmed is safe from all of them; of the profile, where all that is active
was said by the person, what they confirmed. Being recalled keeps nothing alive that was inferred.
"""

from __future__ import annotations

import math
from datetime import timedelta

from stratal.core.evidence import Source
from stratal.core.forgetting import Cause, Kept
from stratal.core.policy import ClassPolicy, Decay, Evict, Policy
from stratal.core.records import Kind, Layer, Status
from stratal.storage.sweeps import Candidate
from stratal.text.personal_data import find_personal_data

RENEWED_AHEAD = timedelta(days=7)
"""So long before its time is over, what is in use has it begin anew: sweeps may be rare."""

_RECENT = 0.6
"""What recency is of the score of what nobody asks for; importance is the rest."""
_HOUR = 3_600_000_000
_SECOND = 1_000_000
_FOR_EVER = 1e9
"""Hours."""
_MICRO = timedelta(microseconds=1)


def class_of(policy: Policy, layer: Layer, kind: Kind) -> ClassPolicy:
    """The class whose rules hold for a record."""
    if layer is Layer.PROFILE:
        return policy.profile
    return policy.preferences if kind is Kind.PREFERENCE else policy.memories


def safe(one: Candidate, layer: Layer) -> Kept | None:
    """Why no rule may take it out of use; None if rules may."""
    if one.confirmed is not None:
        return Kept.CONFIRMED
    if one.binding:
        return Kept.BINDING
    if layer is not Layer.PROFILE and one.source is Source.USER_EXPLICIT:
        return Kept.SAID
    if one.undone:
        return Kept.UNDONE
    return None


def keeps(one: Candidate, layer: Layer, cause: Cause) -> Kept | None:
    """What keeps it from going for that reason; None if nothing does.

    What waits is nobody's yet. And an end that is set for what is the person's own, as it is for
    personal data, holds: else it would have none.
    """
    kept = safe(one, layer)
    if kept is Kept.UNDONE or cause in (Cause.FADED, Cause.OVER_CAPACITY):
        return kept
    return None


def active_at(one: Candidate) -> int:
    """When it last was active: stated, written or confirmed; of the person's own also used.

    What was inferred does not live longer for being used.
    """
    moments = [one.written, one.said or 0, one.confirmed or 0]
    if one.source is Source.USER_EXPLICIT or one.confirmed is not None:
        moments.append(one.used or 0)
    return max(moments)


def time_over(one: Candidate, layer: Layer, policy: Policy, now: int) -> Cause | None:
    """Why its time is over, if it is; whether it is safe is not asked."""
    if one.expires is None or one.expires > now:
        return None
    if one.status is Status.PENDING:
        return Cause.UNANSWERED
    if layer is not Layer.PROFILE:
        return Cause.TTL_OVER
    return None if in_use_until(one, policy.profile) > now else Cause.INACTIVE


def renewed(one: Candidate, policy: Policy, now: int) -> int | None:
    """Until when a fact of the profile lives from now on, if that is longer than it says itself."""
    if one.status is not Status.ACTIVE or one.expires is None or policy.profile.ttl is None:
        return None
    if one.expires > now + _micros(RENEWED_AHEAD):
        return None
    until = in_use_until(one, policy.profile)
    if safe(one, Layer.PROFILE) is not None and not find_personal_data(one.content):
        # It is asked every time anew, and so lives on as long as somebody sweeps.
        until = max(until, now + _micros(policy.profile.ttl))
    return until if until > max(one.expires, now) else None


def in_use_until(one: Candidate, rules: ClassPolicy) -> int:
    """When the class's time is over, counted from when it last was active."""
    return 2**62 if rules.ttl is None else active_at(one) + _micros(rules.ttl)


def score(one: Candidate, decay: Decay, now: int) -> float:
    """What it counts for while nobody asks, from 0 to 1: recency and importance."""
    hours = max(0, now - active_at(one)) / _HOUR
    recency = math.exp(hours * math.log(decay.per_hour))
    return _RECENT * recency + (1 - _RECENT) * one.importance / 10


def faded(one: Candidate, policy: Policy, layer: Layer, now: int) -> bool:
    """Whether it came beneath the score under which its class goes cold."""
    rules = class_of(policy, layer, one.kind)
    least = rules.decay.cold_below
    return least is not None and score(one, rules.decay, now) < least


def fades_at(one: Candidate, policy: Policy, layer: Layer) -> int | None:
    """When it comes beneath that score at the earliest: as if it was never used, nor said again.

    None: it never does. For what has not come beneath it yet.
    """
    rules = class_of(policy, layer, one.kind)
    least = rules.decay.cold_below
    if least is None:
        return None
    recency = (least - (1 - _RECENT) * one.importance / 10) / _RECENT
    if recency <= 0:
        return None
    if rules.decay.per_hour == 1:
        return None if recency <= 1 else one.written
    hours = max(0.0, math.log(recency) / math.log(rules.decay.per_hour))
    # A second earlier: the two are not computed in the same way.
    return one.written + int(min(hours, _FOR_EVER) * _HOUR) - _SECOND


def next_work(one: Candidate, policy: Policy, layer: Layer) -> int | None:
    """When a rule may have work with what none has now, if nobody changes it; None: never."""
    fades = fades_at(one, policy, layer) if one.status is Status.ACTIVE else None
    moments = [moment for moment in (one.expires, fades) if moment is not None]
    return min(moments, default=None)


def strength(one: Candidate, rules: ClassPolicy, now: int) -> float:
    """What decides who goes first where a scope is full: the least.

    Importance times recency, as a logarithm, for after a year the product is nothing; or when it
    last was active, as the class says.
    """
    if rules.evict is Evict.LEAST_RECENTLY_STATED:
        return float(active_at(one))
    hours = max(0, now - active_at(one)) / _HOUR
    return math.log(one.importance) + hours * math.log(rules.decay.per_hour)


def survivor(alike: list[Candidate]) -> Candidate:
    """Of those that say the same, the one that stays: a person's before others, then the newest."""
    return max(
        alike,
        key=lambda one: (
            one.confirmed is not None,
            one.binding,
            one.source is Source.USER_EXPLICIT,
            one.written,
            one.id,
        ),
    )


def _micros(duration: timedelta) -> int:
    return duration // _MICRO
