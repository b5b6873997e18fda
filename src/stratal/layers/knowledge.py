"""Knowledge: what the documents say. Versioned, in pieces, each document in exactly one scope.

A document keeps its id and name; other content makes a new version. Pieces are told apart by what
they are: what a new version has in common with the last keeps its row, its index entry and its
vectors, and what only the last had leaves the index and stays for `as_of`.

Reading, cutting and finding the words take time, and happen before anything is locked. A version
is current whole, or not at all.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from itertools import islice
from os import PathLike
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO

from stratal.converters.formats import Look, blocks_of, media_type_of
from stratal.core.checks import encodable, instant, whole
from stratal.core.checks import name as checked_name
from stratal.core.documents import NAME_LIMIT, Chunk, Document, DocumentVersion, checked_metadata
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer, Origin
from stratal.errors import InvalidValue, NotFound, UnreadableFile
from stratal.layers.access import Access
from stratal.layers.evidence import secret_in
from stratal.storage import contexts, knowledge, search
from stratal.storage.database import Transaction
from stratal.text.chunks import Block, Piece, pieces
from stratal.text.tokens import terms

_IN_MEMORY = 4_000_000
"""Bytes of pieces that wait for the transaction in memory; more wait in a file."""
_AT_ONCE = 64
_STEP = 200
"""Pieces that one transaction stores: a second or two, that others wait for at most."""
_PAGE = 200
_VERSION_MAX = 2**31 - 1
_CITATION = re.compile(
    r"(?P<name>.+)@(?P<version>[0-9]{1,9})#(?P<heading>.*):(?P<start>[0-9]{1,15})", re.DOTALL
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Knowledge:
    """The documents of the scopes granted to the session."""

    access: Access

    def add(
        self,
        name: str,
        data: bytes | str | PathLike[str],
        *,
        media_type: str | None = None,
        scope: Scope | None = None,
        metadata: Mapping[str, str] | None = None,
        reason: str = "",
        watch: Callable[[float], None] | None = None,
    ) -> Outcome:
        """Keep the document of that name: bytes, a text, or the file at a path.

        It goes to `scope`, by default where the session writes about the work. Equal content is
        `unchanged`; other content is the next version, described by `metadata` or, without it, as
        the last was. A damaged file is `failed`. `watch` is told the share that has been read, from
        0 to 1. Raises `MissingExtra` for PDF and DOCX where nothing is installed that reads them.
        """
        access = self.access
        name = checked_name("document", name, NAME_LIMIT)
        where = access.granted(scope or access.write)
        described = None if metadata is None else checked_metadata(metadata)
        origin = access.origin(reason)
        kinds = secret_in(name, *(f"{key}: {value}" for key, value in (described or {}).items()))
        if kinds:
            return _outcome(
                Done.REJECTED, "secret", f"Name or metadata hold a secret ({kinds}): leave it out."
            )
        with SpooledTemporaryFile(_IN_MEMORY, mode="w+", encoding="utf-8") as spool:
            try:
                with _opened(data) as file:
                    look = Look.at(file)
                    media = media_type_of(name, look, media_type)
                    known = self._known(where, name)
                    same = known is not None and _same(known, look, media)
                    if known is not None and same and described in (None, known.held.metadata):
                        return _unchanged(known)
                    if not same:
                        file.seek(0)
                        found = blocks_of(file, media, look)
                        if watch is not None:
                            found = _watched(found, file, look.size, watch)
                        self._read(spool, name, found, known)
                        file.seek(0)
                        if Look.at(file).digest != look.digest:
                            raise UnreadableFile("was changed while it was read: add it again")
            except UnreadableFile as error:
                return _outcome(Done.FAILED, "unreadable", f"{name} {error}.")
            wish = _Wish(
                scope=where,
                name=name,
                look=look,
                media_type=media,
                metadata=described,
                origin=origin,
            )
            if same:
                return self._described(wish)
            return self._stored(wish, spool)

    def documents(
        self,
        *,
        scope: Scope | None = None,
        where: Mapping[str, str] | None = None,
        known_at: datetime | None = None,
    ) -> list[Document]:
        """Every document of the scopes, or of one: all of them, or those that are `where` says.

        With `known_at` each in the version that was current then. What was removed since is gone.
        """
        scopes = self._scopes(scope)
        if known_at is not None:
            known_at = instant("known_at", known_at)
        wanted = checked_metadata(where or {})
        with self.access.database.read(self.access.tenant) as tx:
            found = knowledge.documents(tx, scopes, known_at=known_at)
        return [
            one
            for one in found
            if all(one.held.metadata.get(key) == value for key, value in wanted.items())
        ]

    def get(self, document: str, *, scope: Scope | None = None) -> Document:
        """A document by its id or name; of several of that name, that of the nearest scope.

        Raises `NotFound`, also for what belongs to others.
        """
        document = _called(document)
        with self.access.database.read(self.access.tenant) as tx:
            return self._found(tx, document, scope)

    def versions(self, document: str, *, scope: Scope | None = None) -> list[DocumentVersion]:
        """Every version of a document, oldest first. Raises `NotFound`."""
        document = _called(document)
        with self.access.database.read(self.access.tenant) as tx:
            return knowledge.versions(tx, self._found(tx, document, scope).id)

    def chunks(
        self, document: str, *, version: int | None = None, scope: Scope | None = None
    ) -> Iterator[Chunk]:
        """The pieces of a version, by default the current one, in order; read in pages.

        Put together they are the text, but for what is withheld. Raises `NotFound`.
        """
        found = self.get(document, scope=scope)
        number = found.held.version if version is None else version
        self._version(found, number)
        return self._paged(found.id, number)

    def cited(self, citation: str) -> Chunk:
        """The piece that a citation names, in the version it names. Raises `NotFound`."""
        encodable("citation", citation)
        parts = _CITATION.fullmatch(citation)
        if parts is None:
            raise InvalidValue("citation", citation, "must be document@version#heading:offset")
        version, start = int(parts["version"]), int(parts["start"])
        with self.access.database.read(self.access.tenant) as tx:
            for document in knowledge.named(tx, self.access.scopes, _called(parts["name"])):
                for chunk in knowledge.chunks(tx, document.id, version, after=start - 1, limit=1):
                    if (chunk.heading, chunk.start) == (parts["heading"], start):
                        return chunk
        raise NotFound("citation", citation)

    def remove(self, document: str, *, scope: Scope | None = None, reason: str = "") -> Outcome:
        """Remove a document at once: every version, index entry and vector; its id leaves a stone.

        Raises `NotFound`.
        """
        access = self.access
        document = _called(document)
        origin = access.origin(reason)
        with access.database.read(access.tenant) as tx:
            seen = self._found(tx, document, scope)
        if seen.held.chunks > _STEP:
            # Longer than others should wait: it leaves the index before it is gone.
            self._sweep(seen.scope, seen.name, everything=True)
        with access.database.write(access.tenant) as tx:
            # Taken first: nobody adds a version while its entries go.
            knowledge.taken(tx, seen.scope, seen.name)
            found = self._found(tx, seen.id, None)
            while _drop_strayed(tx, found.scope, found.id, None):
                pass
            knowledge.delete(tx, found, origin, access.now())
            contexts.forget_record(tx, Layer.KNOWLEDGE, found.id)
        return _outcome(
            Done.REMOVED, "deleted", f"Removed {found.name} with all its versions.", found
        )

    # Reading, before anything is locked.

    def _known(self, where: Scope, name: str) -> Document | None:
        with self.access.database.read(self.access.tenant) as tx:
            return next(iter(knowledge.named(tx, (where,), name)), None)

    def _read(
        self,
        spool: SpooledTemporaryFile[str],
        name: str,
        blocks: Iterable[Block],
        known: Document | None,
    ) -> None:
        """Put the pieces of a text into the spool, with the terms of those that look new."""
        said = False
        found = pieces(blocks)
        while drafts := [_Draft.of(piece) for piece in islice(found, _AT_ONCE)]:
            live: set[str] = set()
            if known is not None:
                with self.access.database.read(self.access.tenant) as tx:
                    live = knowledge.live(
                        tx, known.id, known.held.version, [one.digest for one in drafts]
                    )
            for draft in drafts:
                said = said or bool(draft.content.strip() or draft.secrets)
                if draft.digest in live or draft.secrets:
                    draft.write(spool)
                else:
                    found_by = _terms(name, draft.heading, draft.content)
                    replace(draft, terms=found_by).write(spool)
        if not said:
            raise UnreadableFile("holds no text")

    # Writing.

    def _stored(self, wish: _Wish, spool: SpooledTemporaryFile[str]) -> Outcome:
        """Make the next version of what waits in the spool.

        In one transaction or, if it is long, in several that nobody else has to wait for. What they
        have done is seen by nobody before the last of them, and taken back by whoever comes after
        one that was stopped.
        """
        access = self.access
        steps = _Steps(_Draft.all_of(spool))
        finished: tuple[Outcome, bool] | None = None
        with access.database.write(access.tenant) as tx:
            taken = knowledge.take(
                tx, wish.scope, wish.name, new_id=access.ids.new(), now=access.now()
            )
            current = knowledge.by_id(tx, (wish.scope,), taken.id)
            making = ""
            if current is not None and _same(current, wish.look, wish.media_type):
                finished = self._unchanged(tx, taken, current, wish)
            else:
                knowledge.unmake(tx, taken)
                making = access.ids.new()
                knowledge.make(tx, taken.id, making)
                steps.take(tx, wish, taken)
                if steps.done():
                    finished = self._finished(tx, wish, taken, steps, current)
        while finished is None:
            with access.database.write(access.tenant) as tx:
                still = knowledge.taken(tx, wish.scope, wish.name)
                if still is None or still.making != making:
                    return _overtaken(wish)
                steps.take(tx, wish, taken)
                if steps.done():
                    finished = self._finished(tx, wish, taken, steps, current)
        return self._swept(wish, *finished)

    def _finished(
        self,
        tx: Transaction,
        wish: _Wish,
        taken: knowledge.Taken,
        steps: _Steps,
        current: Document | None,
    ) -> tuple[Outcome, bool]:
        """Make the version current, and take what only the last one held out of the index.

        The most of one step; whether there may be more.
        """
        document, version = taken.id, taken.version + 1
        described = wish.metadata
        if described is None:
            described = {} if current is None else dict(current.held.metadata)
        knowledge.add_version(
            tx,
            DocumentVersion(
                document=document,
                version=version,
                digest=wish.look.digest,
                media_type=wish.media_type,
                size=wish.look.size,
                characters=steps.characters,
                chunks=steps.chunks,
                withheld=steps.withheld,
                secrets=tuple(steps.secrets),
                metadata=described,
                actor=wish.origin.actor,
                reason=wish.origin.reason,
                known_from=_after(self.access.now(), current),
                known_to=None,
            ),
        )
        more = _drop_strayed(tx, wish.scope, document, version)
        return steps.outcome(wish.name, document, version), more

    def _swept(self, wish: _Wish, outcome: Outcome, more: bool) -> Outcome:
        if more:
            self._sweep(wish.scope, wish.name)
        return outcome

    def _sweep(self, scope: Scope, name: str, *, everything: bool = False) -> None:
        """Take what the current version does not hold out of the index, a step at a time."""
        more = True
        while more:
            with self.access.database.write(self.access.tenant) as tx:
                taken = knowledge.taken(tx, scope, name)
                if taken is None:
                    return
                version = None if everything else taken.version
                more = _drop_strayed(tx, scope, taken.id, version)

    def _described(self, wish: _Wish) -> Outcome:
        """Other metadata for content that is stored already."""
        with self.access.database.write(self.access.tenant) as tx:
            taken = knowledge.taken(tx, wish.scope, wish.name)
            current = None if taken is None else knowledge.by_id(tx, (wish.scope,), taken.id)
            if taken is None or current is None or not _same(current, wish.look, wish.media_type):
                # Another writer was here since it was looked at, and nothing has been read.
                return _overtaken(wish)
            described = self._unchanged(tx, taken, current, wish)
        return self._swept(wish, *described)

    def _unchanged(
        self, tx: Transaction, taken: knowledge.Taken, current: Document, wish: _Wish
    ) -> tuple[Outcome, bool]:
        """The content is stored already, the metadata may be others; is there more to sweep?"""
        held = current.held
        if wish.metadata is None or wish.metadata == held.metadata:
            return _unchanged(current), False
        knowledge.unmake(tx, taken)
        new = replace(
            held,
            version=held.version + 1,
            metadata=wish.metadata,
            actor=wish.origin.actor,
            reason=wish.origin.reason,
            known_from=_after(self.access.now(), current),
        )
        knowledge.place_all(tx, current.id, new.version)
        knowledge.add_version(tx, new)
        said = f"Described {current.name} anew as version {new.version}; its content is the same."
        outcome = _outcome(Done.STORED, "new_metadata", said, replace(current, held=new))
        if taken.making is None:
            return outcome, False
        return outcome, _drop_strayed(tx, wish.scope, current.id, new.version)

    # Finding.

    def _scopes(self, scope: Scope | None) -> tuple[Scope, ...]:
        return self.access.scopes if scope is None else (self.access.granted(scope),)

    def _found(self, tx: Transaction, document: str, scope: Scope | None) -> Document:
        scopes = self._scopes(scope)
        found = knowledge.by_id(tx, scopes, document)
        if found is None:
            found = next(iter(knowledge.named(tx, scopes, document)), None)
        if found is None:
            raise NotFound("document", document)
        return found

    def _version(self, document: Document, version: int) -> None:
        whole("version", version, 1, _VERSION_MAX)
        if version > document.held.version:
            raise NotFound("version", f"{document.name}@{version}")

    def _paged(self, document: str, version: int) -> Iterator[Chunk]:
        after = -1
        while True:
            with self.access.database.read(self.access.tenant) as tx:
                page = knowledge.chunks(tx, document, version, after=after, limit=_PAGE)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].start


def findable(chunk: Chunk) -> bool:
    """Whether the piece, while the current version holds it, has its place in the index."""
    return not chunk.secrets


def index_entry(
    chunk: Chunk, created_at: datetime, known_terms: tuple[str, ...] | None = None
) -> search.Entry:
    """How a findable piece stands in the index: by its document's name, headings and words.

    Its time is that of the document, which no version changes.
    """
    return search.Entry(
        item=knowledge.item_of(chunk.document, chunk.digest),
        part=chunk.document,
        spoken_by_person=False,
        at=created_at,
        terms=(
            _terms(chunk.name, chunk.heading, chunk.content) if known_terms is None else known_terms
        ),
    )


def digest_of(heading: str, content: str) -> str:
    """What tells a piece from others, unless its content is withheld."""
    return _digest(f"{heading}\n{content}")


def search_text(chunk: Chunk) -> str:
    """What of a piece is embedded: a passage says more under its headings than alone."""
    return f"{chunk.heading}\n{chunk.content}".strip()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Draft:
    """A piece on its way into a version."""

    digest: str
    heading: str
    start: int
    end: int
    tokens: int
    secrets: tuple[str, ...]
    content: str
    terms: tuple[str, ...] | None = None

    @classmethod
    def of(cls, piece: Piece) -> _Draft:
        # Of a withheld text not even a digest: a short one could be guessed from it.
        return cls(
            digest=(
                _digest(f"withheld:{piece.start}")
                if piece.secrets
                else digest_of(piece.heading, piece.text)
            ),
            heading=piece.heading,
            start=piece.start,
            end=piece.end,
            tokens=piece.tokens,
            secrets=piece.secrets,
            content="" if piece.secrets else piece.text,
        )

    def write(self, spool: SpooledTemporaryFile[str]) -> None:
        line = [self.digest, self.heading, self.start, self.end, self.tokens]
        json.dump([*line, self.secrets, self.content, self.terms], spool, ensure_ascii=False)
        spool.write("\n")

    @classmethod
    def all_of(cls, spool: SpooledTemporaryFile[str]) -> Iterator[_Draft]:
        spool.seek(0)
        for line in spool:
            digest, heading, start, end, tokens, secrets, content, found = json.loads(line)
            yield cls(
                digest=digest,
                heading=heading,
                start=start,
                end=end,
                tokens=tokens,
                secrets=tuple(secrets),
                content=content,
                terms=None if found is None else tuple(found),
            )

    def chunk(self, document: str, name: str, version: int) -> Chunk:
        return Chunk(
            document=document,
            name=name,
            version=version,
            digest=self.digest,
            heading=self.heading,
            start=self.start,
            end=self.end,
            tokens=self.tokens,
            secrets=self.secrets,
            content=self.content,
        )


def _called(document: str) -> str:
    """A name as names are kept, whichever way its accents were typed."""
    return unicodedata.normalize("NFC", encodable("document", document))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Wish:
    """What is to be stored, as it was looked at."""

    scope: Scope
    name: str
    look: Look
    media_type: str
    metadata: dict[str, str] | None
    origin: Origin


class _Steps:
    """The pieces of a version, put into it some at a time, and what is to be said of them."""

    def __init__(self, drafts: Iterator[_Draft]) -> None:
        self._drafts = drafts
        self._next = next(drafts, None)
        self.chunks = self.fresh = self.characters = self.withheld = 0
        self.secrets: dict[str, None] = {}

    def done(self) -> bool:
        return self._next is None

    def take(self, tx: Transaction, wish: _Wish, taken: knowledge.Taken) -> None:
        """Put the next pieces in, and those that are new into the index."""
        space = search.open_space(tx, Layer.KNOWLEDGE, str(wish.scope))
        for _ in range(_STEP):
            if self._next is None:
                return
            draft, self._next = self._next, next(self._drafts, None)
            chunk = draft.chunk(taken.id, wish.name, taken.version + 1)
            self.chunks += 1
            self.characters = chunk.end
            if chunk.secrets:
                self.withheld += 1
                self.secrets |= dict.fromkeys(chunk.secrets)
            if knowledge.place(tx, chunk):
                self.fresh += 1
                if findable(chunk):
                    search.put(tx, space, index_entry(chunk, taken.created_at, draft.terms))

    def outcome(self, name: str, document: str, version: int) -> Outcome:
        said = (
            f"Stored {name} in {self.chunks:,} chunk{'' if self.chunks == 1 else 's'}."
            if version == 1
            else f"Stored {name} as version {version}: {self.fresh:,} of {self.chunks:,} chunks "
            "are new."
        )
        if self.withheld:
            kinds = ", ".join(self.secrets)
            said += f" {self.withheld:,} hold a secret ({kinds}) and were left out."
        return Outcome(
            done=Done.STORED,
            layer=Layer.KNOWLEDGE,
            code=(
                "stored_without_secrets"
                if self.withheld
                else "stored"
                if version == 1
                else "new_version"
            ),
            message=said,
            id=document,
            revision=version,
        )


def _drop_strayed(tx: Transaction, scope: Scope, document: str, version: int | None) -> bool:
    """Take one step of what the version does not hold out of the index; is there more?"""
    space = search.open_space(tx, Layer.KNOWLEDGE, str(scope))
    items = knowledge.strayed(tx, space, document, version, _STEP)
    for item in items:
        search.drop(tx, space, item)
    return len(items) == _STEP


def _overtaken(wish: _Wish) -> Outcome:
    return _outcome(
        Done.FAILED,
        "changed_meanwhile",
        f"{wish.name} was changed by another writer meanwhile: add it again.",
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _terms(name: str, heading: str, content: str) -> tuple[str, ...]:
    return tuple(terms(f"{name}\n{heading}\n{content}"))


def _same(known: Document, look: Look, media: str) -> bool:
    return known.held.digest == look.digest and known.held.media_type == media


def _unchanged(known: Document) -> Outcome:
    said = f"{known.name} is stored so already."
    return _outcome(Done.UNCHANGED, "same_content", said, known)


def _after(now: datetime, current: Document | None) -> datetime:
    """Known time never runs backwards within a document, whatever the clock does."""
    return now if current is None else max(now, current.held.known_from)


@contextmanager
def _opened(data: bytes | str | PathLike[str]) -> Iterator[BinaryIO]:
    if isinstance(data, str):
        yield BytesIO(encodable("data", data).encode())
    elif isinstance(data, bytes | bytearray | memoryview):
        yield BytesIO(data)
    elif isinstance(data, PathLike):
        if "\x00" in str(data):
            raise InvalidValue("data", str(data), "is no path: it holds a NUL character")
        try:
            with Path(data).open("rb") as file:
                yield file
        except OSError as error:
            raise _not_read(error) from error
    else:
        raise InvalidValue("data", data, "must be bytes, a text, or the path of a file")


def _watched(
    blocks: Iterable[Block], file: BinaryIO, size: int, watch: Callable[[float], None]
) -> Iterator[Block]:
    """`blocks`, telling for each hundredth of the file that it has been read."""
    told = 0
    for block in blocks:
        yield block
        read = 0 if file.closed else file.tell() * 100 // max(1, size)
        if read > told:
            told = read
            watch(min(1.0, told / 100))


def _not_read(error: OSError) -> UnreadableFile:
    return UnreadableFile(f"cannot be read ({error.strerror or type(error).__name__})")


def _outcome(done: Done, code: str, message: str, document: Document | None = None) -> Outcome:
    return Outcome(
        done=done,
        layer=Layer.KNOWLEDGE,
        code=code,
        message=message,
        id=None if document is None else document.id,
        revision=None if document is None or done is Done.REMOVED else document.held.version,
    )
