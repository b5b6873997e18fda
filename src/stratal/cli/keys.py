"""Keys to a server of this database: who bears one acts as the person that it was made for."""

from __future__ import annotations

from typing import Annotated

import typer

from stratal.cli import status
from stratal.cli.correcting import answered
from stratal.cli.documents import instant, outcome_document
from stratal.cli.options import Here, command, group
from stratal.core.clock import SystemClock
from stratal.core.identity import Scope
from stratal.memory import Memory
from stratal.policy_file import duration_of
from stratal.serve.keys import Keys

app = typer.Typer()


@app.callback(invoke_without_command=True)
@group
def _keys() -> None:
    """Keys to `stratal serve`: each is bound to a tenant, a person and scopes."""


@app.command()
@command
def create(
    here: Here,
    label: Annotated[
        str, typer.Argument(help="What it is for, for the list.", show_default=False)
    ] = "",
    expires: Annotated[
        str,
        typer.Option(
            metavar="TIME", help="How long it opens something, as 90d.", show_default=False
        ),
    ] = "none",
) -> int:
    """Make a key for you, or for the person of --user, and show it this once.

    It reaches the person's own scope and those of --scope.
    """
    settings = here.settings
    user = settings.principal.user
    scopes = tuple(dict.fromkeys((Scope.of_user(user), *settings.scopes)))
    lives = duration_of("--expires", expires)
    with settings.memory() as memory:
        made = _of(here, memory).create(user, scopes=scopes, label=label, expires=lives)
    assert made.text is not None, "a new key has a text"
    if here.out.as_json:
        here.out.document({**outcome_document(made), "key": made.text})
    else:
        here.out.outcomes([made])
        # Not through the console, which would break it into lines.
        print(made.text)
    return status.of_outcomes([made])


@app.command(name="list")
@command
def list_keys(here: Here) -> int:
    """List the keys of the tenant: whose, for what, until when."""
    with here.settings.memory() as memory:
        found = _of(here, memory).listed()
    if here.out.as_json:
        here.out.document(
            {
                "keys": [
                    {
                        "id": one.id,
                        "user": one.principal.user,
                        "scopes": [str(scope) for scope in one.scopes],
                        "label": one.label,
                        "created_at": instant(one.created_at),
                        "expires_at": instant(one.expires_at),
                        "revoked_at": instant(one.revoked_at),
                    }
                    for one in found
                ]
            }
        )
        return status.DONE
    if not found:
        here.out.say("There are no keys: stratal keys create makes one.", "dim")
        return status.DONE
    now = SystemClock().now()
    for one in found:
        gone = ""
        if one.revoked_at is not None:
            gone = f", revoked {here.out.day(one.revoked_at)}"
        elif one.expires_at is not None:
            said = "expires" if one.opens(now) else "expired"
            gone = f", {said} {here.out.day(one.expires_at)}"
        here.out.heading(f"{one.id}{gone}")
        here.out.say(f"{one.principal.user}, {', '.join(map(str, one.scopes))}")
        here.out.say(f"made {here.out.day(one.created_at)}{one.label and f': {one.label}'}", "dim")
    return status.DONE


@app.command()
@command
def revoke(
    here: Here,
    key: Annotated[str, typer.Argument(metavar="ID", help="Its id, as the list gives it.")],
) -> int:
    """Let a key open nothing any more, from the next request on."""
    with here.settings.memory() as memory:
        outcome = _of(here, memory).revoke(key)
    return answered(here, outcome)


def _of(here: Here, memory: Memory) -> Keys:
    return Keys(database=memory.database, tenant=here.settings.principal.tenant)
