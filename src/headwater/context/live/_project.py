"""Combines a project's files and databases into current knowledge about the project."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from headwater.context._ask import Asker, pick_source
from headwater.context._documents import dbt_folder_of
from headwater.context._index import Index
from headwater.context._search import opened_search
from headwater.context._semantic import MetricResult, compile_for_source
from headwater.context.catalog import Catalog, Engine, Table
from headwater.context.engines import QueryResult, ReadLimits
from headwater.context.lineage import LineageIndex
from headwater.context.live._catalog import LiveCatalog
from headwater.context.search import DocumentKind, SearchHit, SearchIndex
from headwater.context.semantic import Compiled, LoadedLayer, MetricQuery, read_layer
from headwater.context.wiki import Knowledge
from headwater.dbt import Node
from headwater.errors import AmbiguousNameError, NotBuiltError, NotFoundError, UnsupportedError, UserError


class LiveProject:
    """Current knowledge about the project in a folder. Only one thread may use it at a time.

    Args:
        folder: A scanned folder, a dbt project, or a folder that contains a dbt project.
        index: The index. The default is the index in the folder.
        adapter: The dbt adapter, such as ``duckdb``. The default is taken from the project's ``profiles.yml``.
        variables: Variables, as in ``dbt --vars``.
    """

    def __init__(
        self,
        folder: Path,
        index: Index | None = None,
        adapter: str | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> None:
        self.folder = folder.absolute()
        self.index = index or Index.of_project(self.folder)
        self._adapter = adapter
        self._variables = variables
        self._lineage: LineageIndex | None = None
        self._live = LiveCatalog(self.index)
        self._asker = Asker()
        self._traced: Catalog | None = None
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._knowledge: tuple[Knowledge, Mapping[str, object]] | None = None

    def close(self) -> None:
        """Stop the child process for queries, and save the lineage for the next session."""
        self._asker.close()
        if self._lineage is not None:
            self._save(self._lineage)
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None

    # contents

    @property
    def dbt_folder(self) -> Path | None:
        """The folder of the dbt project, if there is one."""
        return dbt_folder_of(self.index)

    def catalog(self) -> Catalog:
        """Return the sources, tables and keys."""
        return self._live.catalog(self.dbt_folder)

    def make(self) -> None:
        """Build the lineage and the search index, so that servers can start with a copy of them."""
        if self.dbt_folder is not None:
            self.lineage()
        with self._search():
            pass

    def _search(self) -> SearchIndex:
        return opened_search(self._writable_index(), self.dbt_folder, self)

    def reread(self) -> None:
        """Read tables and columns from servers again. Files are always checked."""
        self._live.reread()

    def lineage(self) -> LineageIndex:
        """Return the lineage of the dbt project.

        Raises:
            UserError: The folder has no dbt project.
        """
        folder = self.dbt_folder
        if folder is None:
            raise UnsupportedError(
                "no dbt project here, so there is no lineage",
                where=self.folder,
                fix="`search` and `show` know its tables",
            )
        catalog = self.catalog()
        if self._lineage is None or self._lineage.project.folder != folder:
            cache = self._writable_index().lineage
            self._lineage = LineageIndex.open(
                folder, cache=cache, tables=_columns(catalog), adapter=self._adapter, variables=self._variables
            )
            self._lineage.refresh()
            self._save(self._lineage)  # saved immediately, because an agent may kill this process
        elif catalog is not self._traced:
            self._lineage.use_tables(_columns(catalog))
        self._traced = catalog
        self._lineage.refresh()
        return self._lineage

    def _writable_index(self) -> Index:
        """Return a writable index: the project's index or, if that is read-only, a temporary one for this session."""
        if self._temporary is None:
            try:
                self.index.create()
            except UserError:
                self._temporary = tempfile.TemporaryDirectory(prefix="headwater-context-")
            else:
                return self.index
        return Index(Path(self._temporary.name), self.index.project, self.index.documents)

    def _save(self, lineage: LineageIndex) -> None:
        """Save the lineage.

        If the disk is full or read-only, nothing is saved, and the next session builds the lineage again in about a
        second.
        """
        with suppress(UserError):
            lineage.save()

    def knowledge(self) -> Knowledge:
        """Return the catalog, the dbt project and the semantic layer together."""
        project = self.lineage().project if self.dbt_folder else None
        catalog = self.catalog()
        stamps = dict(project.stamps) if project else {}
        known = self._knowledge
        if known is None or known[0].catalog is not catalog or known[0].project is not project or known[1] != stamps:
            read = read_layer(self.index.semantic) if self.index.semantic.is_dir() else None
            knowledge = Knowledge(catalog, project, read.layer, read.files) if read else Knowledge(catalog, project)
            known = self._knowledge = (knowledge, stamps)
        return known[0]

    # tables and models

    def node(self, text: str) -> Node | None:
        """Return the dbt node with this name or unique id, or None if there is no such node."""
        if self.dbt_folder is None:
            return None
        nodes = self.lineage().project.nodes
        if text in nodes:
            return nodes[text]
        found = [node for node in nodes.values() if text.lower() in (node.label.lower(), node.name.lower())]
        labelled = [node for node in found if node.label.lower() == text.lower()]
        found = labelled or found
        if len(found) > 1:
            raise AmbiguousNameError(
                f"may be {', '.join(node.unique_id for node in found[:8])}",
                where=text,
                fix="name one of them in full",
            )
        return found[0] if found else None

    def table_of(self, node: Node) -> Table | None:
        """Return the warehouse table of a model, seed, snapshot or source, or None if the table is unknown."""
        return self.knowledge().tables.get(node.unique_id)

    def table(self, text: str) -> Table:
        """Return the table with this name, or the table of the model with this name.

        Raises:
            UserError: No table, or more than one, has this name.
        """
        node = self.node(text)
        if node is not None and (built := self.table_of(node)) is not None:
            return built
        found = self.catalog().find(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousNameError(
                f"may be {', '.join(str(table.name) for table in found[:8])}",
                where=text,
                fix="name one of them in full",
            )
        if node is not None:
            if unread := self.unread():
                raise NotBuiltError(f"may or may not be built: {unread}", where=text)
            raise NotBuiltError(
                f"is not built: no table {node.identifier} in {self._source_names()}", where=text, fix="run dbt first"
            )
        raise NotFoundError("no such model or table", where=text, fix=self.hint(text))

    def unread(self) -> str:
        """Return the first problem of each incompletely read database as one text, or an empty string."""
        databases = (source for source in self.catalog().sources if source.engine is not Engine.FILES)
        return "; ".join(f"{source.name}: {source.problems[0]}" for source in databases if source.problems)

    def hint(self, text: str) -> str:
        """Return a suggestion for an unknown name."""
        names = [str(table.name) for table in self.catalog().tables]
        if self.dbt_folder is not None:
            names += [node.label for node in self.lineage().project.nodes.values()]
        lowered = text.lower()
        near = [name for name in names if lowered and lowered in name.lower()] or get_close_matches(lowered, names)
        return f"perhaps {', '.join(near[:5])}" if near else "`search` finds names"

    def with_profile(self, table: Table) -> Table:
        """Return a table with its profile."""
        return self._live.with_profile(table)

    def is_of_scan(self, table: Table) -> bool:
        """Return whether a table's profile comes from the last scan."""
        return self._live.is_of_scan(table)

    def _source_names(self) -> str:
        return ", ".join(source.location for source in self.catalog().sources) or "any database that is known"

    # queries

    def search(self, words: str, limit: int, kinds: Sequence[DocumentKind] = ()) -> list[SearchHit]:
        """Return the best matches for a query that consists of a few words."""
        with self._search() as search:
            return search.find(words, limit, kinds)

    def query(self, sql: str, limits: ReadLimits, source: str | None = None) -> QueryResult:
        """Run one read-only query on a source. The source can be omitted if only one source has the tables."""
        return self._asker.query(pick_source(self.catalog(), source, sql), self.index.project, sql, limits)

    def layer(self) -> LoadedLayer:
        """Return the semantic layer.

        Raises:
            UserError: There is no semantic layer.
        """
        if not self.index.semantic.is_dir():
            raise NotBuiltError(
                "no semantic layer; a person writes one with `headwater context generate`",
                where=self.index.semantic,
                fix="until then query with SQL",
            )
        return read_layer(self.index.semantic)

    def compiled(self, query: MetricQuery, source: str | None = None) -> Compiled:
        """Compile a semantic-layer query in the dialect of the source that will run it."""
        return compile_for_source(self.catalog(), self.layer().layer, query, source)

    def ask(self, query: MetricQuery, limits: ReadLimits, source: str | None = None) -> MetricResult:
        """Compile a semantic-layer query and run it."""
        compiled = self.compiled(query, source)
        return MetricResult(compiled, self.query(compiled.sql, limits, source or compiled.database))


def _columns(catalog: Catalog) -> dict[str, list[str]]:
    return {table.name.qualified: [column.name for column in table.columns] for table in catalog.tables}
