"""Keys to a server: bound to tenant and person, shown once, ended at once."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stratal
from stratal import NotFound
from stratal.cli.app import run
from stratal.core.keys import borne, digest_of, written
from stratal.core.outcomes import Done
from stratal.errors import InvalidValue
from stratal.serve.keys import Keys, bearer
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock


def text_of(keys: Keys, user: str = "ana", **more: object) -> str:
    made = keys.create(user, **more)  # type: ignore[arg-type]
    assert made.text is not None
    return made.text


def test_a_key_names_tenant_person_and_scopes(database: Database) -> None:
    """Whoever bears it acts as the person it was made for, in the scopes that were granted."""
    text = text_of(
        Keys(database=database, tenant="北京 GmbH"), "安娜", scopes=["user:安娜", "team:shop"]
    )
    key = bearer(database, text)
    assert key is not None
    assert (key.principal.tenant, key.principal.user) == ("北京 GmbH", "安娜")
    assert [str(scope) for scope in key.scopes] == ["user:安娜", "team:shop"]


def test_a_key_opens_one_tenant(database: Database) -> None:
    """The tenant in the text cannot be exchanged for another, nor the id, nor the secret."""
    text = text_of(Keys(database=database, tenant="acme"))
    other = text_of(Keys(database=database, tenant="globex"))
    said, mine = borne(text), borne(other)
    assert said is not None
    assert mine is not None
    secret = text.rpartition("-")[2]
    assert bearer(database, written("globex", said.id, secret)) is None
    assert bearer(database, written("globex", mine.id, secret)) is None
    assert bearer(database, text[:-1] + ("0" if text[-1] != "0" else "1")) is None


def test_a_revoked_key_opens_nothing(database: Database) -> None:
    """From the next look on; to revoke it again changes nothing; others' keys are not there."""
    keys = Keys(database=database, tenant="acme")
    made = keys.create("ana")
    assert made.text is not None
    assert made.id is not None
    with pytest.raises(NotFound):
        replace(keys, tenant="globex").revoke(made.id)
    assert bearer(database, made.text) is not None
    assert keys.revoke(made.id).done is Done.REMOVED
    assert bearer(database, made.text) is None
    assert keys.revoke(made.id).done is Done.UNCHANGED
    [listed] = keys.listed()
    assert listed.revoked_at is not None
    assert replace(keys, tenant="globex").listed() == []


def test_an_expired_key_opens_nothing(database: Database) -> None:
    """To the moment; it is listed with its end; a length that is none is refused."""
    clock = ManualClock()
    keys = Keys(database=database, tenant="acme", clock=clock)
    text = text_of(keys, expires=timedelta(days=90))
    clock.advance(timedelta(days=90, microseconds=-1))
    assert bearer(database, text, clock) is not None
    clock.advance(timedelta(microseconds=1))
    assert bearer(database, text, clock) is None
    [listed] = keys.listed()
    assert listed.expires_at == listed.created_at + timedelta(days=90) == clock.now()
    assert bearer(database, text_of(keys, expires=timedelta.max), clock) is not None
    for wrong in (timedelta(0), timedelta(days=-1), 90, "90d"):
        with pytest.raises(InvalidValue, match="expires"):
            keys.create("ana", expires=wrong)  # type: ignore[arg-type]


def test_a_key_of_another_persons_scope_is_not_made(database: Database) -> None:
    """A key reaches its own person's scope and those of the work, never somebody else's."""
    with pytest.raises(InvalidValue, match="another person"):
        Keys(database=database, tenant="acme").create("ana", scopes=["user:ben"])


def test_the_secret_is_not_kept(tmp_path: Path) -> None:
    """Neither the file nor the outcome's own form holds the key."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        made = Keys(database=memory.database, tenant="acme").create("ana", label="laptop")
    assert made.text is not None
    secret = made.text.rpartition("-")[2]
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()
    assert secret not in repr(made)


@given(tenant=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1))
def test_every_tenant_is_read_from_its_key(tenant: str) -> None:
    """Whatever a tenant is called, with dashes and underlines too, its key says so."""
    name = stratal.Principal(tenant=tenant[:200], user="ana").tenant
    said = borne(written(name, "key_" + "0" * 32, "ab" * 32))
    assert said is not None
    assert (said.tenant, said.digest) == (name, digest_of("ab" * 32))


@given(text=st.text() | st.from_regex(r"sk-stratal-[\w-]{0,30}-key_[0-9a-f]{32}-[0-9a-f]{64}"))
def test_no_text_breaks_the_look(text: str) -> None:
    """Any text is a key or is none."""
    said = borne(text)
    assert said is None or said.id.startswith("key_")


def test_keys_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Made, listed without the secret, revoked; the key stands in one line of its own."""
    here = ["--database", str(tmp_path / "a.db"), "--tenant", "acme", "--user", "ana"]
    assert run(["keys", "create", "laptop", "--scope", "team:shop", *here]) == 0
    text = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"sk-stratal-[\w-]+-key_[0-9a-f]{32}-[0-9a-f]{64}", text)
    assert run(["keys", "list", "--json", *here]) == 0
    shown = capsys.readouterr().out
    [listed] = json.loads(shown)["keys"]
    assert text.rpartition("-")[2] not in shown
    assert (listed["user"], listed["label"]) == ("ana", "laptop")
    assert listed["scopes"] == ["user:ana", "team:shop"]
    assert run(["keys", "revoke", listed["id"], *here]) == 0
    assert run(["keys", "revoke", "key_0", *here]) == 3
    assert run(["keys", "create", "phone", "--expires", "90d", *here]) == 0
    assert run(["keys", "create", "--expires", "soon", *here]) == 2
    assert run(["keys", "create", "--expires", "0d", *here]) == 2
    capsys.readouterr()
    assert run(["keys", "list", *here]) == 0
    shown = capsys.readouterr().out
    assert ("revoked" in shown, ", expires 2" in shown) == (True, True)
