"""What a good data agent has to know of a project: which data there are, where they come from, what they mean.

``headwater context scan SOURCE...`` reads databases, data files and dbt projects, without a model and without
running anything of theirs, and leaves an *index* below ``.headwater/context``. Everything else reads that index
and answers in milliseconds: the other verbs of ``headwater context``, and the MCP server.

::

    databases, files ──engines──► catalog ──┐
                                            ├──► semantic (YAML → SQL) ──► query
    dbt project ──dbt──► lineage ───────────┤
                                            └──► wiki ──► search ──► MCP, CLI

``catalog``
    Tables, columns, statistics, keys. Pure models, their store, and the inference of keys.
``engines``
    DuckDB, Postgres, ClickHouse and folders of data files, opened read-only and hardened; each says what it has,
    profiles a table in one pass, and answers queries within limits.
``dbt`` and ``lineage``
    Projects as they are written, and which column comes from which.
``semantic``, ``wiki`` and ``search``
    Measures and dimensions compiled to SQL; pages that people may edit; one ranked answer over all of it.

Whatever is scanned is hostile: a name may hold SQL, a view may read files, a file may be a bomb. It is quoted,
bounded, never executed with more rights than reading, and what cannot be read becomes a line of its own beside
an answer for the rest.
"""

from headwater.context._index import Index, find_index

__all__ = ["Index", "find_index"]
