"""Build and query a project's context: its tables, their lineage, and their meaning.

``headwater context scan SOURCE...`` reads databases, data files and dbt projects, without a model and without running
their code, and writes an *index* to ``.headwater/context``. The other verbs of ``headwater context`` and the MCP server
read this index and answer in milliseconds.

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
decompression bomb. Names are quoted, work is bounded, and every query is read-only. A part that cannot be read is
reported in one line, and queries on the other parts are still answered.
"""

from headwater.context._index import Index, find_index

__all__ = ["Index", "find_index"]
