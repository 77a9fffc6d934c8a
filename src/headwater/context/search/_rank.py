"""Ranks the documents that match a query, and explains the matches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from headwater.context.search._types import DocumentKind, SearchDocument
from headwater.context.search._words import bare, joined, words

_FIELDS = ("name", "path", "about", "body")
_WEIGHTS = (6.0, 2.0, 2.0, 0.6)
# A word without a qualifier more often means a relation or metric than one of its many columns.
_PRIORS = {
    DocumentKind.TABLE: 1.0,
    DocumentKind.MODEL: 1.05,
    DocumentKind.METRIC: 1.0,
    DocumentKind.PAGE: 0.95,
    DocumentKind.COLUMN: 0.9,
    DocumentKind.VALUE: 0.85,
}
_COMMON = frozenset(words("a an and are by for from how in is of on or the to what where which who with"))
_SHORTEST_PREFIX = 3
_ENOUGH = 50  # If this many documents contain the exact word, it is not tried as a prefix.
_EXPLAINED = 4_000
_MATCHES = f"""
select found.key, found.score, words.name, words.path, words.about, words.body, documents.document
from (
  select rowid as key, rank as score from words
  where words match ? and rank match 'bm25({", ".join(map(str, _WEIGHTS))}, 0.0)' order by rank limit ?
) as found
join words on words.rowid = found.key
join documents on documents.key = found.key
"""


@dataclass(frozen=True)
class RankedDocument:
    """A matching document, its score, and the matching words in each field, as stored in the index."""

    key: int
    document: SearchDocument
    score: float
    matched: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class _Term:
    """A word in the query, and the alternatives that are searched for it."""

    word: str
    alternatives: tuple[str, ...]
    weight: float


class Ranker:
    """Ranks an index's documents for one query."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        query_words: Sequence[str],
        name: str,
        kinds: Sequence[DocumentKind],
        most: int,
    ) -> None:
        self._connection = connection
        self._name = name
        self._kinds = frozenset(kinds)
        self._most = most
        significant = [word for word in query_words if word not in _COMMON] or list(query_words)
        self._terms = [self._term(word) for word in significant]

    def ranked(self) -> list[RankedDocument]:
        """Return the matching documents, the best first.

        These are the documents that contain every word. If there are few of them, documents that contain only some of
        the words are included.
        """
        terms = [term for term in self._terms if term.alternatives]
        if not terms:
            return []
        groups = ["(" + " OR ".join(map(_quoted, term.alternatives)) + ")" for term in terms]
        rows = self._matches(" AND ".join(groups))
        if len(rows) < self._most and len(groups) > 1:
            rows = self._matches(" OR ".join(groups))
        # FTS5 returns negative ranks, and the lowest is the best.
        found = [self._candidate(row[0], -row[1], row[2:6], row[6]) for row in rows]
        return sorted(found, key=lambda each: (-each.score, each.document.id))

    def _matches(self, terms: str) -> list[tuple[Any, ...]]:
        match = f"{{{' '.join(_FIELDS)}}} : ({terms})"
        if self._kinds:
            match += f" AND kind : ({' OR '.join(map(_quoted, sorted(self._kinds)))})"
        return self._connection.execute(_MATCHES, (match, self._most)).fetchall()

    def _term(self, word: str) -> _Term:
        known = self._document_count(word)
        if known:
            more = (f"{word}*",) if len(word) >= _SHORTEST_PREFIX and known < _ENOUGH else ()
            return _Term(word, (word, *more), 1.0)
        if len(word) >= _SHORTEST_PREFIX and self._begins(word):
            return _Term(word, (f"{word}*",), 0.8)
        return _Term(word, tuple(self._similar(word)), 0.6)

    def _document_count(self, word: str) -> int:
        """Return the number of documents that contain a word."""
        row = self._connection.execute("select doc from vocabulary where term = ?", (word,)).fetchone()
        return int(row[0]) if row else 0

    def _begins(self, word: str) -> bool:
        found = self._connection.execute(
            "select 1 from vocabulary where term >= ? and term < ? limit 1", (word, word + "\U0010ffff")
        )
        return bool(found.fetchone())

    def _similar(self, word: str) -> list[str]:
        """Return the most similar words that begin with the same letter."""
        if len(word) < 4:
            return []
        rows = self._connection.execute(
            "select term from vocabulary where term >= ? and term < ? and length(term) between ? and ? limit 20000",
            (word[0], word[0] + "\U0010ffff", len(word) - 2, len(word) + 2),
        )
        return get_close_matches(word, [row[0] for row in rows], n=2, cutoff=0.75)

    def _candidate(self, key: int, score: float, fields: Sequence[str], text: str) -> RankedDocument:
        field_words = [field.split() for field in fields]
        found: dict[str, list[str]] = {}
        covered = name_weight = 0.0
        for term in self._terms:
            places = [
                (field, word) for field, has in zip(_FIELDS, field_words, strict=True) if (word := _has(has, term))
            ]
            for field, word in places:
                found.setdefault(field, []).append(word)
            covered += term.weight if places else 0.0
            name_weight += term.weight if any(field == "name" for field, _ in places) else 0.0
        document = document_of(text)
        share = covered / len(self._terms)
        score *= share * share * _PRIORS[document.kind] * (1 + 0.5 * name_weight / len(self._terms))
        if self._is_named(document.name):
            score *= 2
        return RankedDocument(key, document, score, found)

    def _is_named(self, name: str) -> bool:
        """Return whether the query equals the name, with or without its layer, regardless of the spelling."""
        query_words = [term.word for term in self._terms]
        return any(words(form) == query_words or joined(form) == self._name for form in (name, bare(name)))


def explained(candidate: RankedDocument) -> tuple[str, ...]:
    """Return the matching fields, with the matching words as written in the document."""
    lines = []
    for field, matched in candidate.matched.items():
        text = getattr(candidate.document, field, "")
        pieces = (piece.strip(".,;:!?()[]\"'") for piece in text[:_EXPLAINED].split())
        written = [piece for piece in dict.fromkeys(pieces) if set(matched) & {*words(piece), joined(piece)}]
        lines.append(f"{field}: {', '.join(written[:4])}" if written else field)
    return tuple(lines)


def _quoted(word: str) -> str:
    """Quote a word for FTS5. Words contain only letters and digits, so plain quotes are sufficient."""
    return f'"{word[:-1]}"*' if word.endswith("*") else f'"{word}"'


def _has(words: Sequence[str], term: _Term) -> str | None:
    for alternative in term.alternatives:
        for word in words:
            if word == alternative or (alternative[-1] == "*" and word.startswith(alternative[:-1])):
                return word
    return None


def document_of(text: str) -> SearchDocument:
    """Parse a stored document."""
    data = json.loads(text)
    return SearchDocument(**{**data, "kind": DocumentKind(data["kind"])})
