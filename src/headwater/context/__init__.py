"""Build and query a project's context: its tables, their lineage, and their meaning.

``headwater context scan SOURCE...`` reads databases, data files and dbt projects, and writes an *index* to
``.headwater/context``. It uses no model and runs none of the project's code. The other ``headwater context`` commands
and the MCP server read this index and answer in milliseconds.

::

    databases, files ──engines──► catalog ──┐
                                            ├──► semantic (YAML → SQL) ──► query
    dbt project ──dbt──► lineage ───────────┤
                                            └──► wiki ──► search ──► MCP, CLI

``catalog``
    Models of tables, columns, statistics and keys, the file that stores them, and the inference of undeclared keys.
``engines``
    Readers for DuckDB, Postgres, ClickHouse and folders of data files. Each reader opens its source read-only and
    hardened, lists the tables, profiles a table in one pass, and runs queries within limits.
``dbt`` and ``lineage``
    Parsed dbt projects, and the columns from which each column is derived.
``semantic``, ``wiki`` and ``search``
    Measures and dimensions that compile to SQL, pages that users can edit, and one ranked search over everything.

Every scanned source is treated as hostile: a name may contain SQL, a view may read files, and a file may be a
decompression bomb. Names are quoted, work is bounded, and every query is read-only. A table or file that cannot be read
is reported in one line, and all others can still be queried.
"""

from headwater.context._index import Index, find_index

__all__ = ["Index", "find_index"]
