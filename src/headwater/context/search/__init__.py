"""Search over everything that is known: tables, columns, models, metrics, pages and values.

    >>> with SearchIndex(index.search) as search:
    ...     search.update(documents_of(knowledge, pages))      # writes what changed since the last update
    ...     for hit in search.find("revenue EMEA", limit=10):
    ...         print(hit.kind, hit.id, hit.why)

Text of any script is split into words: identifiers at underscores, dots and capitals; accents are folded; words are
stemmed by the language of their script; Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, which have no spaces,
become pairs of characters. The words of a document are in four fields (name, path, about, body) of an SQLite FTS5
table. The score is BM25 with a weight for each field (a word in a name counts more), multiplied by the share of the
query that matches and by a bonus if the query is the name. A word without a match is also tried as a prefix, and then
as a misspelling.

Values of columns that have few are documents too: a search for ``EMEA`` finds the column that contains it.

Semantic search is optional: an `Embedder` adds a second ranking by cosine similarity, which reciprocal rank fusion
combines with the first.
"""

from headwater.context.search._documents import documents_of
from headwater.context.search._embedding import Embedder
from headwater.context.search._index import SearchIndex, Updated
from headwater.context.search._types import DocumentKind, SearchDocument, SearchHit
from headwater.context.search._words import words

__all__ = ["DocumentKind", "Embedder", "SearchDocument", "SearchHit", "SearchIndex", "Updated", "documents_of", "words"]
