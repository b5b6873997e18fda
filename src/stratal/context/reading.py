"""Reading an original again: what a line with a handle in the prompt stands for."""

from __future__ import annotations

from dataclasses import dataclass

from stratal.context.compaction import Compactions
from stratal.context.editing import Editing, Excerpt, cut_on_arrival, excerpt, original
from stratal.context.plain_text import in_words
from stratal.core.compaction import Page, read_handle
from stratal.core.messages import Message
from stratal.errors import NotFound
from stratal.layers.access import Access
from stratal.storage import messages


@dataclass(frozen=True, kw_only=True, slots=True)
class PageText:
    """A page of the conversation, as text and as the messages it holds."""

    page: Page
    text: str
    """A line a message; of an oversize result its first lines, and its handle."""
    messages: tuple[Message, ...]


def read_result(access: Access, handle: str, offset: int = 0, limit: int = 200) -> Excerpt:
    """Lines of an original, by its handle. Raises `NotFound` if this conversation has none such."""
    kind, numbers = read_handle(handle)
    if kind == "kept" and len(numbers) == 1:
        kept = Compactions(access=access).kept(numbers[0])
        text = "\n".join(f"message {span.seq}, {span.kind}: {span.text}" for span in kept)
        return excerpt(handle, text, offset, limit)
    with access.database.read(access.tenant) as tx:
        found = messages.by_seq(tx, access.user, access.conversation, [numbers[0]])
    if not found or found[0].retracted:
        raise NotFound("handle", handle)
    return excerpt(handle, original(found[0], kind, numbers[1:]), offset, limit)


def page_in(access: Access, handle: str) -> PageText:
    """A page by its handle. That it was read is recorded. Raises `NotFound`."""
    page, found = Compactions(access=access).page_in(handle)
    shown, _ = cut_on_arrival(found, Editing())
    text = "\n".join(f"{one.speaker or one.role}: {in_words(one)}" for one in shown)
    return PageText(page=page, text=text, messages=tuple(found))
