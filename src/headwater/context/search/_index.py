"""Implements the search index: documents and their words in one SQLite file, updated incrementally."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from headwater.context.search._embedding import Embedder, nearest, pack
from headwater.context.search._rank import RankedDocument, Ranker, document_of, explained
from headwater.context.search._types import DocumentKind, SearchDocument, SearchHit
from headwater.context.search._words import bare, joined, words
from headwater.errors import FileAccessError

_FORMAT = 2
_TABLES = {
    "vocabulary": "create virtual table {} using fts5vocab(words, 'row')",
    "words": "create virtual table {} using fts5(name, path, about, body, kind, tokenize = 'ascii', prefix = '3')",
    "documents": "create table {} (key integer primary key, id text not null unique, digest text, document text)",
    "vectors": "create table {} (key integer, model text, vector blob, primary key (key, model))",
    "stamps": "create table {} (part text primary key, stamp text)",
}
_CANDIDATES = 100
_NEAR = 20
_TEXT = 4_000


@dataclass(frozen=True)
class Updated:
    """The number of documents that an update wrote, and the number that it removed."""

    written: int
    removed: int


class SearchIndex:
    """A search index on disk. It is rebuilt if its file is missing, is damaged or has another version.

    Args:
        path: The file that stores the index, or None to keep it in memory.
        embedder: The model for semantic search, if any.
    """

    def __init__(self, path: Path | None = None, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._connection = _open(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        return int(self._connection.execute("select count(*) from documents").fetchone()[0])

    def stamp(self) -> str | None:
        """Return the stamp of the last update."""
        row = self._connection.execute("select stamp from stamps where part = 'all'").fetchone()
        return str(row[0]) if row else None

    def update(self, documents: Iterable[SearchDocument], stamp: str | None = None) -> Updated:
        """Update the index so that it contains exactly the given documents. Unchanged documents are not written again.

        Args:
            documents: All documents.
            stamp: A value that identifies the state from which the documents were made. The property `stamp` returns
                it.
        """
        known = {row[0]: (row[1], row[2]) for row in self._connection.execute("select id, key, digest from documents")}
        with self._transaction():
            seen: set[str] = set()
            written: list[tuple[int, SearchDocument]] = []
            for found_document in documents:
                digest = _digest(found_document)
                before = known.get(found_document.id)
                if found_document.id in seen:
                    continue
                seen.add(found_document.id)
                if before is None or before[1] != digest:
                    document = _as_text(found_document)
                    seen.add(document.id)
                    before = before or known.get(document.id)
                    written.append((self._write(document, digest, before[0] if before else None), document))
            deleted = [key for id_, (key, _) in known.items() if id_ not in seen]
            for key in deleted:
                self._remove(key)
                self._connection.execute("delete from documents where key = ?", (key,))
            self._embed(written)
            if stamp is not None:
                self._connection.execute("insert or replace into stamps values ('all', ?)", (stamp,))
        return Updated(len(written), len(deleted))

    def find(self, query: str, limit: int = 10, kinds: Sequence[DocumentKind] = ()) -> list[SearchHit]:
        """Return the best matches for a query among documents of the given kinds, or of all kinds."""
        query_words = list(dict.fromkeys(words(query[:_TEXT], is_query=True)))[:32]
        if not query_words or limit <= 0:
            return []
        ranker = Ranker(self._connection, query_words, joined(query[:_TEXT]), kinds, _CANDIDATES)
        found = ranker.ranked()
        if self._embedder is not None:
            found = self._fused(query, found, kinds)
        best = found[0].score if found else 1.0
        return [
            SearchHit(
                kind=each.document.kind,
                id=each.document.id,
                name=each.document.name,
                about=each.document.about,
                score=round(each.score / best, 4),
                why=explained(each),
                place=each.document.place,
            )
            for each in found[:limit]
        ]

    def _write(self, document: SearchDocument, digest: str, key: int | None) -> int:
        text = json.dumps(_fields(document), ensure_ascii=False)
        if key is None:
            cursor = self._connection.execute(
                "insert into documents (id, digest, document) values (?, ?, ?)", (document.id, digest, text)
            )
            assert cursor.lastrowid is not None
            key = cursor.lastrowid
        else:
            self._remove(key)
            self._connection.execute("update documents set digest = ?, document = ? where key = ?", (digest, text, key))
        name = words(document.name)
        if len(name) > 1:
            name += dict.fromkeys((joined(document.name), joined(bare(document.name))))
        fields = (name, words(document.path), words(document.about[:_TEXT]), words(document.body[: 10 * _TEXT]))
        self._connection.execute(
            "insert into words (rowid, name, path, about, body, kind) values (?, ?, ?, ?, ?, ?)",
            (key, *map(" ".join, fields), document.kind.value),
        )
        return key

    def _remove(self, key: int) -> None:
        self._connection.execute("delete from words where rowid = ?", (key,))
        self._connection.execute("delete from vectors where key = ?", (key,))

    def _embed(self, written: Sequence[tuple[int, SearchDocument]]) -> None:
        if self._embedder is None:
            return
        missing = {key for key, _ in written}
        model = self._embedder.name
        rows = self._connection.execute(
            "select key, document from documents where key not in (select key from vectors where model = ?)", (model,)
        ).fetchall()
        texts = {key: _embedded(document_of(document)) for key, document in rows}
        assert missing <= texts.keys()
        vectors = self._embedder.embed(list(texts.values()))
        self._connection.executemany(
            "insert into vectors values (?, ?, ?)",
            [(key, model, pack(vector)) for key, vector in zip(texts, vectors, strict=True)],
        )

    def _fused(
        self, query: str, candidates: list[RankedDocument], kinds: Sequence[DocumentKind]
    ) -> list[RankedDocument]:
        """Fuse the rankings by words and by vectors. Each adds 1 / (60 + rank), as in reciprocal rank fusion."""
        assert self._embedder is not None
        rows = self._connection.execute("select key, vector from vectors where model = ?", (self._embedder.name,))
        keys = nearest(self._embedder.embed([query])[0], dict(rows.fetchall()), _CANDIDATES)
        by_key = {each.key: each for each in candidates}
        fused: dict[int, float] = {}
        for ranking in ([each.key for each in candidates], keys):
            for rank, key in enumerate(ranking):
                # The constant 60 is from G. V. Cormack et al., "Reciprocal rank fusion" (2009).
                fused[key] = fused.get(key, 0.0) + 1 / (60 + rank)
        joint = []
        for key, score in fused.items():
            known = by_key.get(key)
            document = known.document if known else self._document(key)
            if not kinds or document.kind in kinds:
                matched = dict(known.matched) if known else {}
                if key in keys[:_NEAR]:
                    matched["meaning"] = ()
                joint.append(RankedDocument(key, document, score, matched))
        return sorted(joint, key=lambda each: (-each.score, each.document.id))

    def _document(self, key: int) -> SearchDocument:
        (text,) = self._connection.execute("select document from documents where key = ?", (key,)).fetchone()
        return document_of(text)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        # A transaction that begins with reading can fail when it needs the write lock later.
        self._connection.execute("begin immediate")
        try:
            yield
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")


def _digest(document: SearchDocument) -> str:
    place = "\0".join(f"{key}\0{value}" for key, value in document.place.items())
    text = "\0".join((document.kind, document.id, document.name, document.path, document.about, document.body, place))
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()


def _fields(document: SearchDocument) -> dict[str, object]:
    """Return the fields by name, without copying each value as ``dataclasses.asdict`` would."""
    return {each: getattr(document, each) for each in SearchDocument.__dataclass_fields__}


def _as_text(document: SearchDocument) -> SearchDocument:
    """Replace invalid characters, which occur because file names can contain bytes that are not text."""
    text = json.dumps(_fields(document), ensure_ascii=False)
    clean = text.encode(errors="replace").decode()
    return document if clean == text else document_of(clean)


def _embedded(document: SearchDocument) -> str:
    return ". ".join(part for part in (document.name, document.path, document.about[:1000]) if part)


def _open(path: Path | None) -> sqlite3.Connection:
    if path is None:
        return _prepared(sqlite3.connect(":memory:", isolation_level=None))
    try:
        return _prepared(sqlite3.connect(path, timeout=30, isolation_level=None))
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # the file is locked, or its folder does not exist
            raise FileAccessError(str(error), where=path) from None
        path.unlink()  # the file is damaged, but everything in it can be rebuilt
        return _prepared(sqlite3.connect(path, timeout=30, isolation_level=None))


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    # Searches can continue while another process updates the index.
    connection.execute("pragma journal_mode = wal")
    # After a power failure, the last updates may be missing, but they are repeated from the project.
    connection.execute("pragma synchronous = normal")
    if _version(connection) == _FORMAT:
        return connection
    connection.execute("begin immediate")
    if _version(connection) != _FORMAT:  # another process may have created the index meanwhile
        for table in _TABLES:
            connection.execute(f"drop table if exists {table}")
        for table, definition in _TABLES.items():
            connection.execute(definition.format(table))
        connection.execute(f"pragma user_version = {_FORMAT}")
    connection.execute("commit")
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])
