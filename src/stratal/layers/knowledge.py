"""Knowledge: what the documents say. Versioned, in pieces, each document in exactly one scope.

A document keeps its id and name; other content makes a new version. Pieces are told apart by what
they are: what a new version has in common with the last keeps its row, its index entry and its
vectors, and what only the last had leaves the index and stays for `as_of`.

Reading, cutting and indexing words take time, and happen before anything is locked. One document
is one transaction: it is there whole, or not at all.
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
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NotFound, UnreadableFile
from stratal.layers.access import Access
from stratal.layers.evidence import secret_in
from stratal.storage import knowledge, search
from stratal.storage.database import Transaction
from stratal.text.chunks import Block, Piece, pieces
from stratal.text.tokens import terms

_IN_MEMORY = 4_000_000
"""Bytes of pieces that wait for the transaction in memory; more wait in a file."""
_AT_ONCE = 64
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
        the last was. A damaged file is `failed`. `watch` is told the share that has been read, 0 to
        1. Raises `MissingExtra` for PDF and DOCX where
        nothing is installed that reads them.
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
            with access.database.write(access.tenant) as tx:
                taken = knowledge.take(tx, where, name, new_id=access.ids.new(), now=access.now())
                current = knowledge.by_id(tx, (where,), taken.id)
                if current is not None and _same(current, look, media):
                    return self._described(tx, current, described, origin.reason)
                if same:
                    # Another writer was here since it was looked at, and nothing has been read.
                    return _outcome(
                        Done.FAILED,
                        "changed_meanwhile",
                        f"{name} was changed by another writer meanwhile: add it again.",
                        current,
                    )
                new = DocumentVersion(
                    document=taken.id,
                    version=taken.version + 1,
                    digest=look.digest,
                    media_type=media,
                    size=look.size,
                    characters=0,
                    chunks=0,
                    withheld=0,
                    secrets=(),
                    metadata=(
                        described
                        if described is not None
                        else current.held.metadata
                        if current is not None
                        else {}
                    ),
                    actor=origin.actor,
                    reason=origin.reason,
                    known_from=_after(access.now(), current),
                    known_to=None,
                )
                return self._written(tx, where, name, new, _Draft.all_of(spool))

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
        with access.database.write(access.tenant) as tx:
            seen = self._found(tx, document, scope)
            knowledge.take(tx, seen.scope, seen.name, new_id=seen.id, now=access.now())
            # Taken now: nobody adds a version while its entries go.
            found = self._found(tx, seen.id, None)
            space = search.open_space(tx, Layer.KNOWLEDGE, str(found.scope))
            for digest in knowledge.held(tx, found.id, found.held.version):
                search.drop(tx, space, knowledge.item_of(found.id, digest))
            knowledge.delete(tx, found, origin, access.now())
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

    def _written(
        self,
        tx: Transaction,
        where: Scope,
        name: str,
        new: DocumentVersion,
        drafts: Iterable[_Draft],
    ) -> Outcome:
        space = search.open_space(tx, Layer.KNOWLEDGE, str(where))
        chunks = fresh = characters = withheld = 0
        secrets: dict[str, None] = {}
        for draft in drafts:
            chunk = draft.chunk(new.document, name, new.version)
            chunks, characters = chunks + 1, chunk.end
            if chunk.secrets:
                withheld += 1
                secrets |= dict.fromkeys(chunk.secrets)
            if knowledge.place(tx, chunk):
                fresh += 1
                if findable(chunk):
                    search.put(tx, space, index_entry(chunk, new.known_from, draft.terms))
        for digest in knowledge.left(tx, new.document, new.version):
            search.drop(tx, space, knowledge.item_of(new.document, digest))
        new = replace(
            new, characters=characters, chunks=chunks, withheld=withheld, secrets=tuple(secrets)
        )
        knowledge.add_version(tx, new)
        first = new.version == 1
        said = (
            f"Stored {name} in {chunks:,} chunk{'' if chunks == 1 else 's'}."
            if first
            else f"Stored {name} as version {new.version}: {fresh:,} of {chunks:,} chunks are new."
        )
        if withheld:
            said += f" {withheld:,} hold a secret ({', '.join(secrets)}) and were left out."
        code = "stored_without_secrets" if withheld else "stored" if first else "new_version"
        return Outcome(
            done=Done.STORED,
            layer=Layer.KNOWLEDGE,
            code=code,
            message=said,
            id=new.document,
            revision=new.version,
        )

    def _described(
        self, tx: Transaction, current: Document, described: dict[str, str] | None, reason: str
    ) -> Outcome:
        held = current.held
        if described is None or described == held.metadata:
            return _unchanged(current)
        new = replace(
            held,
            version=held.version + 1,
            metadata=described,
            actor=self.access.principal.actor,
            reason=reason,
            known_from=_after(self.access.now(), current),
        )
        knowledge.place_all(tx, current.id, new.version)
        knowledge.add_version(tx, new)
        return _outcome(
            Done.STORED,
            "new_metadata",
            f"Described {current.name} anew as version {new.version}; its content is the same.",
            replace(current, held=new),
        )

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
    chunk: Chunk, at: datetime, known_terms: tuple[str, ...] | None = None
) -> search.Entry:
    """How a findable piece stands in the index: by its document's name, headings and words."""
    return search.Entry(
        item=knowledge.item_of(chunk.document, chunk.digest),
        part=chunk.document,
        spoken_by_person=False,
        at=at,
        terms=(
            _terms(chunk.name, chunk.heading, chunk.content) if known_terms is None else known_terms
        ),
    )


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
        stands_for = (
            f"withheld:{piece.start}" if piece.secrets else f"{piece.heading}\n{piece.text}"
        )
        return cls(
            digest=hashlib.sha256(stands_for.encode()).hexdigest()[:32],
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
