"""Identities and scopes are checked when they are built."""

from __future__ import annotations

import pytest

from stratal import InvalidValue, Principal, Scope


@pytest.mark.parametrize("bad", ["", " ana", "ana ", "a\nb", "a\x00b", "x" * 201, "\ud800"])
def test_a_name_that_could_mislead_is_refused(bad: str) -> None:
    """Blank, padded, over-long and control-character names are refused wherever they stand."""
    for build in (
        lambda: Principal(tenant=bad, user="ana"),
        lambda: Principal(tenant="acme", user=bad),
        lambda: Principal(tenant="acme", user="ana", agent=bad),
        lambda: Scope(kind="repo", name=bad),
    ):
        with pytest.raises(InvalidValue):
            build()


def test_names_are_one_in_either_composition() -> None:
    """A composed and a decomposed spelling are the same person."""
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    one = Principal(tenant="acme", user=composed)
    assert one == Principal(tenant="acme", user=decomposed)
    assert Scope.of_user(composed) == Scope.of_user(decomposed)


@pytest.mark.parametrize("text", ["user:ana", "repo:a/b.c", "tenant", "team:前端", "x-1:y:z"])
def test_a_scope_survives_its_text(text: str) -> None:
    """A scope read from its text writes the same text."""
    assert str(Scope.parse(text)) == text


@pytest.mark.parametrize("text", ["", "Repo:x", "repo:", "repo", ":x", "tenant:x", "1x:y", "a b:c"])
def test_what_is_no_scope_is_refused(text: str) -> None:
    """A text that names no scope raises, and the message shows the form."""
    with pytest.raises(InvalidValue):
        Scope.parse(text)


def test_the_actor_names_the_agent() -> None:
    """History tells through which agent a person acted."""
    assert Principal(tenant="t", user="ana").actor == "ana"
    assert Principal(tenant="t", user="ana", agent="coder").actor == "ana via coder"
    assert Principal.local().tenant == "local"
