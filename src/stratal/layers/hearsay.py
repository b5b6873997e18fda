"""Whether what an agent would keep stands in what it read elsewhere: hearsay.

An agent that cites nothing may have a sentence from the result of a tool, from a text that the
person pasted, or from a document or file that was found for it. Where that sentence reads as an
instruction, it is not the agent's own conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator

from stratal.core.messages import Message, Role
from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.layers.files import findable
from stratal.storage import file_search, knowledge, messages, search
from stratal.storage.database import Transaction
from stratal.text.own_words import pasted_part
from stratal.text.quotation import stands_in, unstated
from stratal.text.tokens import terms

_LATELY = 50
"""Messages that are looked through."""
_END = 2**62
_LIKELY = 8
"""Pieces of documents, and of files, that are compared."""
_TERMS = 32


def read_elsewhere(tx: Transaction, access: Access, value: str) -> bool:
    """Whether a tool, a pasted text, a document or a file in the session's reach says `value`."""
    return any(
        stands_in(value, text) or not unstated(value, text) for text in _texts(tx, access, value)
    )


def _texts(tx: Transaction, access: Access, value: str) -> Iterator[str]:
    for message in messages.before(tx, access.user, access.conversation, _END, _LATELY):
        yield _of_others(message)
    for layer in (Layer.KNOWLEDGE, Layer.FILES):
        spaces = [search.find_space(tx, layer, str(scope)) for scope in access.scopes]
        known = [space for space in spaces if space is not None]
        wanted = list(dict.fromkeys(terms(value)))[:_TERMS]
        if not known or not wanted:
            continue
        found = search.look_up(tx, known, wanted).candidates(tx, limit=_LIKELY)
        items = [one.place.item for one in found]
        if layer is Layer.KNOWLEDGE:
            chunks = knowledge.current_chunks(tx, items).values()
            yield from (one.chunk.content for one in chunks)
        else:
            yield from (one.content for one, _ in findable.passages(tx, items).values())
    # What was written just now stands in no index yet.
    late = [one.id for one in file_search.unindexed(tx, access.scopes, _LIKELY)]
    yield from (one.content or "" for one, _ in file_search.wholes(tx, late))


def _of_others(message: Message) -> str:
    if message.role is Role.TOOL:
        return message.text
    return pasted_part(message.said) if message.role is Role.USER else ""
