"""Build and query a project's context: its tables, their lineage, and their meaning.

``headwater context scan SOURCE...`` reads databases, data files and dbt projects, without a model and without running
any code of theirs, and writes an *index* to ``.headwater/context``. Everything else reads that index and answers in
milliseconds: the other verbs of ``headwater context``, and the MCP server.

::

    databases, files ──engines──► catalog ──┐
                                            ├──► semantic (YAML → SQL) ──► query
    dbt project ──dbt──► lineage ───────────┤
                                            └──► wiki ──► search ──► MCP, CLI

``catalog``
    Tables, columns, statistics and keys: pure models, their store, and the inference of keys.
``engines``
    Readers for DuckDB, Postgres, ClickHouse and folders of data files. Each opens its source read-only and hardened,
    lists its tables, profiles a table in one pass, and answers queries within limits.
``dbt`` and ``lineage``
    dbt projects as written, and the columns that each column is derived from.
``semantic``, ``wiki`` and ``search``
    Measures and dimensions that compile to SQL, pages that people may edit, and one ranked search over all of them.

Every scanned source is treated as hostile: a name may contain SQL, a view may read files, and a file may be a
decompression bomb. Names are quoted, work is bounded, and nothing runs with more rights than reading. What cannot be
read is reported as one line, and the rest is still answered.
"""

from headwater.context._index import Index, find_index

__all__ = ["Index", "find_index"]
