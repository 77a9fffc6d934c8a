"""Search: the ranking of labelled questions, and the time of an answer and of an update.

The questions and their small warehouse are those of the tests. The baseline is a search without tuning: SQLite's FTS5
with its Porter stemmer over all text of a document, and the words of the query joined by OR. Times are measured on a
made-up warehouse of TABLES tables with COLUMNS columns each.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from _scratch import show

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.context.search.labelled import HELD_OUT, QUESTIONS, documents

from headwater.context.search import DocumentKind, SearchDocument, SearchIndex

TABLES = 2_000
COLUMNS = 20
REPEATS = 50
QUERIES = ("order amount", "customer segment emea", "revnue", "shipment status", "how many refunds", "payment_17")
_WORDS = ("order", "customer", "payment", "shipment", "refund", "invoice", "amount", "status", "segment", "revenue",
          "date", "country", "product", "ticket", "campaign", "session")  # fmt: skip


def baseline(known: Sequence[SearchDocument]) -> Callable[[str], list[str]]:
    """Return a search by plain FTS5."""
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table texts using fts5(id unindexed, text, tokenize = 'porter unicode61')")
    rows = [(each.id, " ".join((each.name, each.path, each.about, each.body))) for each in known]
    connection.executemany("insert into texts values (?, ?)", rows)

    def find(query: str) -> list[str]:
        words = re.findall(r"\w+", query)
        match = " OR ".join(f'"{word}"' for word in words)
        sql = "select id from texts where texts match ? order by bm25(texts) limit 10"
        return [row[0] for row in connection.execute(sql, (match,))] if words else []

    return find


def quality(name: str, find: Callable[[str], list[str]], questions: Sequence[tuple[str, set[str]]]) -> float:
    """Print the mean reciprocal rank, and how often the first or one of the first five results is right."""
    ranks = []
    for question, relevant in questions:
        found = find(question)
        ranks.append(next((rank for rank, id_ in enumerate(found, start=1) if id_ in relevant), 0))
    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    first, five = (sum(0 < rank <= most for rank in ranks) / len(ranks) for most in (1, 5))
    print(f"{name}: MRR {mean:.3f}, first {first:.3f}, first five {five:.3f}, n = {len(ranks)}")
    return mean


def made_up() -> list[SearchDocument]:
    """Return the documents of a large warehouse."""
    documents = []
    for number in range(TABLES):
        first, second = _WORDS[number % 16], _WORDS[number * 7 % 16]
        table = f"stg_{first}_{second}_{number}"
        documents.append(SearchDocument(DocumentKind.TABLE, table, table, "raw", f"One row per {first} of a {second}"))
        for position in range(COLUMNS):
            column = f"{_WORDS[(number + position) % 16]}_{position}"
            documents.append(
                SearchDocument(DocumentKind.COLUMN, f"{table}.{column}", column, table, f"The {second} of the {first}")
            )
    return documents


def milliseconds(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return 1000 * (time.perf_counter() - started)


def main() -> None:
    known = documents()
    plain = baseline(known)
    with SearchIndex() as index:
        index.update(known)
        for name, questions in (("known questions", QUESTIONS), ("held-out questions", HELD_OUT)):
            headwater_quality = quality(
                f"headwater, {name}", lambda query: [hit.id for hit in index.find(query)], questions
            )
            print(f"ratio of MRR: {headwater_quality / quality(f'plain FTS5, {name}', plain, questions):.2f}")
    generated = made_up()
    with tempfile.TemporaryDirectory() as folder, SearchIndex(Path(folder, "search.sqlite")) as index:
        show(f"index {len(generated):,} documents", [milliseconds(lambda: index.update(generated))], unit="ms")
        changed = [replace(generated[0], about="changed"), *generated[1:]]
        updates = [milliseconds(lambda texts=texts: index.update(texts)) for texts in (changed, generated) * 3]  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        show("update one of them", updates, unit="ms")
        for query in QUERIES:
            show(f"find {query!r}", [milliseconds(lambda: index.find(query)) for _ in range(REPEATS)], unit="ms")  # noqa: B023 - called at once


if __name__ == "__main__":
    main()
