"""What a person's yes or no had settled, when the message that said it is taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.storage import questions
from stratal.storage.database import Transaction
from stratal.storage.joined import Joined

_REASON = "the answer was retracted"


def unsettle(tx: Transaction, access: Access, conversation: str, answers: Sequence[str]) -> None:
    """What these messages settled waits for the person again, within the transaction."""
    inside = replace(access, database=Joined(access.database, tx))
    for put in questions.answered_by(tx, access.user, conversation, answers):
        layer = Profile if put.layer is Layer.PROFILE else Memories
        layer(access=inside).wait_again(put.record, reason=_REASON)
