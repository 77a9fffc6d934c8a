"""Runs queries from users and agents on scanned sources, in a child process that can be killed.

A query can exhaust memory (``repeat('x', 3000000000)``) or make an engine ignore its time limit. Queries therefore run
in a child process with a memory limit. The process is killed if a query exceeds its time limit.
"""

from __future__ import annotations

import json
import re
import select
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from headwater.context.catalog import Catalog, DataSource
from headwater.context.engines import QueryLimitReached, QueryRefused, QueryResult, ReadLimits, ResultColumn
from headwater.errors import (
    AmbiguousNameError,
    FileAccessError,
    InvalidFileError,
    NotBuiltError,
    NotFoundError,
    OptionError,
    SourceError,
)

_GRACE_SEC = 5.0
"""The extra seconds allowed for opening the source and for the engine to stop the query on its own."""
_NAME = re.compile(r'"([^"]+)"|`([^`]+)`|([^\W\d]\w*)')
_ERRORS = {
    each.__name__: each
    for each in (
        QueryRefused,
        QueryLimitReached,
        FileAccessError,
        InvalidFileError,
        NotFoundError,
        OptionError,
        SourceError,
    )
}
"""The errors that the child may report, keyed by class name. Any other error becomes a ``SourceError``."""


class Asker:
    """Runs queries one at a time. The source is reopened for each query.

    An open DuckDB file would block dbt from writing to it, so no source stays open. The child process stays alive, so
    the second and later queries are ten times faster than the first. Use it as a context manager:
    ``with Asker() as asker``.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def query(self, source: DataSource, root: Path, sql: str, limits: ReadLimits) -> QueryResult:
        """Run one read-only query.

        Args:
            source: The source to query.
            root: The project's folder. The source's path may be relative to it.
            sql: One SELECT, in the source's dialect.
            limits: Limits on rows, time and memory.

        Raises:
            QueryRefused: The query is not read-only, or the engine does not accept it.
            QueryLimitReached: The query took too long or used too much memory.
            UserError: The source cannot be opened.
        """
        request = {
            "name": source.name,
            "location": source.location,
            "root": str(root),
            "sql": sql,
            "limits": asdict(limits),
        }
        reply = self._exchange(json.dumps(request), limits.seconds + _GRACE_SEC)
        if "error" in reply:
            raise _ERRORS.get(reply["error"], SourceError)(reply["what"], where=reply["where"], fix=reply["fix"])
        columns = tuple(ResultColumn(**column) for column in reply["columns"])
        return QueryResult(columns, tuple(tuple(row) for row in reply["rows"]), reply["truncated"])

    def close(self) -> None:
        """Kill the child process."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exchange(self, line: str, seconds: float) -> dict[str, Any]:
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        done = False
        try:
            child.stdin.write(line.encode() + b"\n")
            child.stdin.flush()
            if not select.select([child.stdout], [], [], seconds)[0]:
                raise QueryLimitReached(f"ended after {seconds:g} s", fix="ask for less, or raise the limit")
            answer = child.stdout.readline()
            if not answer:
                raise QueryLimitReached(
                    "the engine crashed, because it ran out of memory or has a defect", fix="ask for less"
                )
            done = True
        except BrokenPipeError:
            raise QueryLimitReached("the engine has exited", fix="run the query again") from None
        finally:
            if not done:  # the block may also be interrupted by the user
                self.close()
        reply: dict[str, Any] = json.loads(answer)
        return reply

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                # -P keeps the working directory off sys.path
                [sys.executable, "-P", "-m", "headwater.context._ask_child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._child


def pick_source(catalog: Catalog, name: str | None, sql: str = "") -> DataSource:
    """Return the source with this name.

    Without a name, return the only source or, if there are several, the only one with a table that the SQL names.

    Raises:
        NotBuiltError: No source was scanned.
        NotFoundError: No source has this name.
        AmbiguousNameError: More than one source matches.
    """
    if not catalog.sources:
        raise NotBuiltError("no source was scanned", fix="scan one with `headwater context scan SOURCE`")
    names = ", ".join(source.name for source in catalog.sources)
    if name is not None:
        found = catalog.source(name)
        if found is None:
            raise NotFoundError("no such source", where=name, fix=f"there are {names}")
        return found
    if len(catalog.sources) == 1:
        return catalog.sources[0]
    words = {word.lower() for match in _NAME.findall(sql) for word in match if word}
    matching_names = {table.name.source for table in catalog.tables if table.name.name.lower() in words}
    if len(matching_names) != 1:
        raise AmbiguousNameError("it is not clear which source is meant", fix=f"name one of {names}")
    return next(source for source in catalog.sources if source.name in matching_names)
