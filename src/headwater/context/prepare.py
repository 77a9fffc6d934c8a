"""Writes what is known about a folder to files: ``python -m headwater.context.prepare FOLDER TARGET PART...``.

The program runs once, before agents work in the folder. It scans the DuckDB files in the folder and its direct
subfolders, infers keys, reads the dbt project, and writes the requested parts to the target:

``wiki``
    Markdown pages in ``wiki/``.
``catalog``
    The index with which ``python -m headwater.context.mcp`` starts, and the semantic layer in ``semantic/``.

The same folder always produces the same pages, layer and catalog, byte for byte. Nothing is written to the folder, and
nothing outside the folder is read.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from headwater.context import Index
from headwater.context._documents import GeneratedLayer, dbt_folder_of, generate_layer
from headwater.context._scan import scan, scan_request
from headwater.context.catalog import Catalog, Table, write_catalog
from headwater.context.live import LiveProject
from headwater.context.wiki import PageDraft, draft_pages, write_pages
from headwater.errors import NotFoundError, UserError

_TABLE_SEC = 60.0
_COMMAND = "use"
"""The section on querying a metric from the command line, which readers of the files cannot use."""


class PreparedPart(StrEnum):
    """A part that can be prepared."""

    WIKI = "wiki"
    CATALOG = "catalog"


def prepare(folder: Path, target: Path, parts: frozenset[PreparedPart]) -> list[str]:
    """Write the parts, and return one line for each problem with a database that could not be read.

    Raises:
        UserError: The folder contains nothing to scan, or the target cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix="headwater-prepare-") as temporary:
        index = Index(Path(temporary), folder, Path(temporary))
        catalog, problems = _scan_databases(index)
        if not catalog.sources and dbt_folder_of(index) is None:
            why = f": {'; '.join(problems)}" if problems else ""
            raise NotFoundError(
                f"nothing to scan: no dbt project or DuckDB file here or in a direct subfolder{why}", where=folder
            )
        layer = generate_layer(index, catalog)
        if PreparedPart.WIKI in parts:
            write_pages(_pages(layer), target / "wiki")
        if PreparedPart.CATALOG in parts:
            shutil.copytree(index.semantic, target / "semantic", ignore=shutil.ignore_patterns(".*"))
            _make_index(Index(target, folder, target), catalog)
    return [*problems, *layer.left_out, *layer.problems]


def _scan_databases(index: Index) -> tuple[Catalog, list[str]]:
    """Scan the databases that a live project finds in the folder.

    A database that cannot be read is reported as a problem.
    """
    project = LiveProject(index.project, index)
    catalog, problems = Catalog(), []
    for source in project.catalog().sources:
        try:
            request = scan_request(source.location, index.project, catalog.sources)
            catalog = scan([request], index.project, catalog, _TABLE_SEC, _SilentProgress())
        except UserError as error:
            problems.append(str(error))
    project.close()
    problems += [f"{source.name}: {problem}" for source in catalog.sources for problem in source.problems]
    problems += [f"{table.name}: {table.problem}" for table in catalog.tables if table.problem]
    # The fingerprints contain file times, which would make the catalog differ between scans.
    return replace(catalog, sources=tuple(replace(source, fingerprint=None) for source in catalog.sources)), problems


def _pages(layer: GeneratedLayer) -> Iterator[PageDraft]:
    for draft in draft_pages(layer.knowledge):
        yield replace(draft, sections=tuple(section for section in draft.sections if section.name != _COMMAND))


def _make_index(index: Index, catalog: Catalog) -> None:
    index.create()
    write_catalog(catalog, index.catalog)
    project = LiveProject(index.project, index)
    project.make()
    project.close()


class _SilentProgress:
    """Progress callbacks that do nothing."""

    def source(self, name: str, tables: int) -> None:
        """Do nothing."""

    def table(self, table: Table, reused: bool) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""


def main() -> int:
    """Prepare the requested parts. If there is nothing to scan, print one line on standard error and return 2."""
    folder, target = (Path(text).absolute() for text in sys.argv[1:3])
    try:
        problems = prepare(folder, target, frozenset(map(PreparedPart, sys.argv[3:])))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for line in problems:
        print(line, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
