"""Searches everything that is known about a project: tables, columns, models, metrics, pages and values.

    >>> with SearchIndex(index.search) as search:
    ...     search.update(documents_of(knowledge, pages))      # writes what changed since the last update
    ...     for hit in search.find("revenue EMEA", limit=10):
    ...         print(hit.kind, hit.id, hit.why)

Text in any script is split into words. Identifiers are split at underscores, dots and capitals, accents are removed,
and words are stemmed according to their script. Text in Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese is
split into pairs of characters. A document's words are stored in four fields (name, path, about, body) of an SQLite FTS5
table. The score is BM25 with a weight for each field (words in names count more), multiplied by the share of the query
that matches and by a bonus if the query equals the name. A word without a match is tried as a prefix, and then as a
misspelling.

The values of a column with few distinct values are documents as well, so that a search for ``EMEA`` finds the column
that contains it.

Semantic search is optional. An `Embedder` adds a second ranking by cosine similarity, and reciprocal rank fusion
combines the two rankings.
"""

from headwater.context.search._documents import documents_of
from headwater.context.search._embedding import Embedder
from headwater.context.search._index import SearchIndex, Updated
from headwater.context.search._types import DocumentKind, SearchDocument, SearchHit
from headwater.context.search._words import words

__all__ = ["DocumentKind", "Embedder", "SearchDocument", "SearchHit", "SearchIndex", "Updated", "documents_of", "words"]
