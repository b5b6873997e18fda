"""Where, who and what for: from options, then the environment, then the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratal.cli.settings import CONVERSATION, Given, Settings, default_database, local_zone
from stratal.core.identity import Scope
from stratal.errors import BadInput


def test_nearer_options_win() -> None:
    """What stands after the command's name is taken before what stands in front of it."""
    wider = Given(database="a.db", tenant="acme", scope=("repo:x",), as_json=True)
    nearer = Given(database="b.db", scope=("repo:y", "repo:z"))
    both = nearer.over(wider)
    assert (both.database, both.tenant, both.as_json) == ("b.db", "acme", True)
    assert both.scope == ("repo:y", "repo:z")


def test_the_database_is_named_or_has_a_place(tmp_path: Path) -> None:
    """The option, else the variable, else a file in the person's data folder."""
    environment = {"XDG_DATA_HOME": str(tmp_path)}
    placed = Settings.of(Given(user="ana"), environment)
    assert placed.database == str(tmp_path / "stratal" / "memory.db")
    environment["STRATAL_DATABASE"] = "env.db"
    assert Settings.of(Given(user="ana"), environment).database == "env.db"
    assert Settings.of(Given(user="ana", database="x.db"), environment).database == "x.db"


def test_the_embedder_is_named_or_the_built_in_one() -> None:
    """The option, else the variable, else ``builtin``; and it is known whether one was named."""
    environment = {"STRATAL_EMBEDDER": "none"}
    assert Settings.of(Given(user="ana"), {}).embedder == "builtin"
    assert Settings.of(Given(user="ana"), {}).named_embedder is None
    assert Settings.of(Given(user="ana"), environment).named_embedder == "none"
    typed = Settings.of(Given(user="ana", embedder="openai:m@3"), environment)
    assert typed.embedder == "openai:m@3"


def test_a_relative_data_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of XDG: a database must not turn up in whatever folder one stands in."""
    monkeypatch.setenv("HOME", "/home/ana")
    expected = Path("/home/ana/.local/share/stratal/memory.db")
    assert default_database({"XDG_DATA_HOME": "data"}) == expected
    assert default_database({}) == expected


def test_the_repository_is_the_scope_of_who_names_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed comes before what is set, and that before the repository one stands in."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "shop")
    own = Scope.of_user("ana")
    typed = Given(user="ana", scope=("team:web",))
    set_here = {"STRATAL_SCOPE": "project:x, project:y"}
    assert Settings.of(Given(user="ana"), {}).granted == (own, Scope.parse("repo:shop"))
    assert Settings.of(Given(user="ana"), set_here).granted == (
        own,
        Scope.parse("project:x"),
        Scope.parse("project:y"),
    )
    assert Settings.of(typed, set_here).granted == (own, Scope.parse("team:web"))
    assert Settings.of(Given(user="ana"), {"STRATAL_SCOPE": "none"}).granted == (own,)


def test_a_person_alone_is_the_tenant_local() -> None:
    """Without options: tenant local, the login, one conversation, the person's own scope."""
    settings = Settings.of(Given(user="ana"), {"STRATAL_SCOPE": "none"})
    assert settings.principal.tenant == "local"
    assert settings.granted == (Scope.of_user("ana"),)
    assert settings.named_conversation is None
    assert CONVERSATION == "terminal"


def test_the_own_scope_is_always_granted() -> None:
    """As the widest; the last one that was typed is written to."""
    given = Given(user="ana", scope=("team:web", "repo:x", "team:web"))
    assert [str(scope) for scope in Settings.of(given, {}).granted] == [
        "user:ana",
        "team:web",
        "repo:x",
    ]


def test_a_scope_must_be_one() -> None:
    """A word that is no scope is the caller's mistake."""
    with pytest.raises(BadInput):
        Settings.of(Given(user="ana", scope=("x",)), {})


def test_the_zone_is_the_machines() -> None:
    """$TZ counts if it names a zone; what is none is not believed."""
    assert local_zone({"TZ": "Asia/Shanghai"}) == "Asia/Shanghai"
    assert local_zone({"TZ": ":Asia/Shanghai"}) == "Asia/Shanghai"
    assert local_zone({"TZ": "Nowhere/Land"}) == local_zone({})
