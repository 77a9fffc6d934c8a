"""Searches a project, first updating the search index if the project's files have changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from headwater.context._documents import dbt_folder_of, knowledge_of
from headwater.context._index import Index
from headwater.context.catalog import Catalog, read_catalog
from headwater.context.search import SearchIndex, documents_of
from headwater.context.wiki import Knowledge, read_pages

_OF_DBT = (".sql", ".yml", ".yaml", ".csv", ".md", ".py")
_NOT_OF_DBT = ("target", "logs", "node_modules", "context")


class CurrentState(Protocol):
    """A provider of the project's current state, such as a live project."""

    def catalog(self) -> Catalog:
        """Return the sources, tables and keys."""
        ...

    def knowledge(self) -> Knowledge:
        """Return the catalog, the dbt project and the semantic layer together."""
        ...


def opened_search(index: Index, dbt_folder: Path | None = None, live: CurrentState | None = None) -> SearchIndex:
    """Open the project's search index, and update it if it is stale.

    Args:
        index: The project's index.
        dbt_folder: The folder of a dbt project. The default is the project's own folder, or the only dbt project
            directly in it.
        live: A provider of the current state. By default, the scanned catalog is used.

    Raises:
        UserError: No source was scanned, and ``live`` was not given.
    """
    search = SearchIndex(index.search)
    stamp = _stamp(index, dbt_folder) + ("" if live is None else _stamp_of_tables(live.catalog()))
    if search.stamp() != stamp:
        knowledge = live.knowledge() if live else knowledge_of(index, read_catalog(index.catalog), dbt_folder)
        pages, _ = read_pages(index.wiki)
        search.update(documents_of(knowledge, pages), stamp)
    return search


def _stamp(index: Index, dbt_folder: Path | None) -> str:
    """Return a digest of the names, sizes and modification times of all searched files."""
    digest = hashlib.blake2b(digest_size=16)
    for path in _files(index, dbt_folder_of(index, dbt_folder)):
        try:
            status = path.stat()
        except OSError:
            continue
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode(errors="replace"))
    return digest.hexdigest()


def _stamp_of_tables(catalog: Catalog) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for table in catalog.tables:
        names = "\0".join(column.name for column in table.columns)
        digest.update(f"{table.name}\0{table.comment}\0{names}\n".encode(errors="replace"))
    return digest.hexdigest()


def _files(index: Index, dbt_folder: Path | None) -> Iterator[Path]:
    yield index.catalog
    for folder in (index.semantic, index.wiki):
        yield from sorted(path for path in folder.rglob("*") if path.suffix in (".yml", ".yaml", ".md"))
    if dbt_folder is None:
        return
    for where, folders, names in os.walk(dbt_folder):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _NOT_OF_DBT)
        yield from (Path(where, name) for name in sorted(names) if name.endswith(_OF_DBT))
