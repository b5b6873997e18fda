"""What a person's yes or no had settled, when the message that said it is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stratal.core.records import Layer, Status
from stratal.errors import NotFound
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import questions, records
from stratal.storage.database import Transaction
from stratal.storage.joined import Joined
from stratal.storage.questions import Question

_REASON = "the answer was retracted"


def unsettle(tx: Transaction, access: Access, conversation: str, answers: Sequence[str]) -> None:
    """What these messages settled waits for the person again, within the transaction.

    What was written since stays as it is.
    """
    inside = replace(access, database=Joined(access.database, tx))
    for put in questions.answered_by(tx, access.user, conversation, answers):
        _wait_again(tx, inside, put)


def _wait_again(tx: Transaction, access: Access, put: Question) -> None:
    layer = (Profile if put.layer is Layer.PROFILE else Memories)(access=access)
    try:
        record = layer.get(put.record)
    except NotFound:
        return
    line = records.history(tx, put.layer, put.record)
    settled = record.status in (Status.ACTIVE, Status.REJECTED)
    if not settled or len(line) < 2 or line[-2].status is not Status.PENDING:
        return
    closed = records.current(tx, put.layer, record.state.supersedes)
    layer.take_back(record.id, written=record.revision, reason=_REASON)
    for one in closed.values():
        if one.state.superseded_by == record.id and one.status is Status.SUPERSEDED:
            layer.restore(one.id, reason=_REASON)
