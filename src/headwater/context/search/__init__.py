"""One search over everything that is known: tables, columns, models, metrics, pages and values.

>>> with SearchIndex(index.search) as search:
...     search.update(documents_of(knowledge, pages))      # writes what changed since the last time
...     for hit in search.find("revenue EMEA", limit=10):
...         print(hit.kind, hit.id, hit.why)

Text becomes words in any script: identifiers are split at underscores, dots and capitals; accents are folded; words
are stemmed by their script's language; Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, which have no spaces,
become pairs of characters. The words of a document are in four fields (name, path, about, body), kept in SQLite's
FTS5. Ranking is its BM25, with a weight for each field (a word in a name counts more), times how much of the query is
found at all, times a bonus where the query is the name. A word that nothing has is also looked for as the
beginning of words, and then as a misspelt one.

Values of columns with few of them are documents, too: a search for ``EMEA`` finds the column that holds it.

Meaning is optional: an `Embedder` adds a second ranking by cosine similarity, fused with the first by reciprocal rank.
"""

from headwater.context.search._documents import documents_of
from headwater.context.search._embedding import Embedder
from headwater.context.search._index import SearchIndex, Updated
from headwater.context.search._types import Document, Hit, Kind
from headwater.context.search._words import words

__all__ = ["Document", "Embedder", "Hit", "Kind", "SearchIndex", "Updated", "documents_of", "words"]
