"""A person's consent to being remembered: given until withdrawn, whole or in part.

It rules what is written about the person from then on. What is kept already stays until it is
deleted, and the conversation itself goes on: one that may not be remembered still has a window.
"""

from __future__ import annotations

from dataclasses import dataclass

from stratal.core import consent
from stratal.core.checks import name, remark
from stratal.core.consent import REMEMBERING, ConsentChange
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.layers.evidence import Refusal
from stratal.storage import consent as decided
from stratal.storage.database import Transaction


def refusal(tx: Transaction, access: Access, layer: Layer) -> Refusal | None:
    """Why nothing may be written to `layer` in this session, or None."""
    for change in consent.withdrawn(decided.changes(tx, access.user)):
        if change.covers(layer, access.conversation):
            return Refusal(
                code="no_consent",
                message=f"{access.user} does not let {_what(change)} be remembered: nothing was "
                "kept. Only they can change that.",
            )
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Consent:
    """What the session's person lets be remembered. Called for the person, never by a model."""

    access: Access

    def withdraw(
        self,
        layer: Layer | str | None = None,
        *,
        conversation: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """From now on remember nothing, or nothing in `layer`, or nothing out of `conversation`.

        Layers are profile, memories and events. Writes there answer ``rejected: no_consent``.
        """
        return self._decide(layer, conversation, reason, given=False)

    def give(
        self,
        layer: Layer | str | None = None,
        *,
        conversation: str | None = None,
        reason: str = "",
    ) -> Outcome:
        """Remember again. Ends what was withdrawn within this: without arguments, everything."""
        return self._decide(layer, conversation, reason, given=True)

    def withdrawn(self) -> list[ConsentChange]:
        """What may not be remembered now; empty where everything may."""
        return consent.withdrawn(self.history())

    def history(self) -> list[ConsentChange]:
        """Everything that the person decided, in order."""
        with self.access.database.read(self.access.tenant) as tx:
            return decided.changes(tx, self.access.user)

    def _decide(
        self, layer: Layer | str | None, conversation: str | None, reason: str, *, given: bool
    ) -> Outcome:
        ruled = consent.consent_layer(layer)
        if conversation is not None:
            name("conversation", conversation)
        remark("reason", reason)
        access = self.access
        with access.database.write(access.tenant) as tx:
            before = decided.changes(tx, access.user)
            no = decided.add(
                tx,
                access.user,
                given=given,
                layer=ruled,
                conversation=conversation,
                actor=access.principal.actor,
                reason=reason,
                now=access.now(),
            )
            standing = consent.withdrawn(decided.changes(tx, access.user))
        same = {(one.layer, one.conversation) for one in consent.withdrawn(before)} == {
            (one.layer, one.conversation) for one in standing
        }
        still = "; ".join(_what(one) for one in standing) or "nothing"
        return Outcome(
            done=Done.UNCHANGED if same else Done.STORED,
            layer=(ruled or REMEMBERING[0]).value,
            code="given" if given else "withdrawn",
            message=f"May not be remembered: {still}.",
            revision=no,
        )


def _what(change: ConsentChange) -> str:
    """What a decision is about, in a sentence."""
    what = "anything" if change.layer is None else f"anything in {change.layer}"
    where = "" if change.conversation is None else f" out of conversation {change.conversation}"
    return what + where
