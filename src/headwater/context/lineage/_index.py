"""Implements the lineage index of a project: opening, refreshing and querying."""

from __future__ import annotations

import gc
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from headwater.context import Index
from headwater.context.lineage._answers import (
    ColumnDetails,
    ColumnName,
    ColumnTrace,
    Contract,
    ContractFinding,
    Impact,
    LineageDifference,
    LineagePath,
    LineageRelation,
    LineageSummary,
    RefreshResult,
    RelationTrace,
    Unresolved,
)
from headwater.context.lineage._build import build_arrays
from headwater.context.lineage._contract import contract
from headwater.context.lineage._difference import difference
from headwater.context.lineage._digest import digest
from headwater.context.lineage._facts import LineageFacts, make_facts, pack_facts, unpack_facts
from headwater.context.lineage._form import ROWS
from headwater.context.lineage._graph import LineageGraph, RelationKind
from headwater.context.lineage._inputs import relation_inputs
from headwater.context.lineage._packed import TextTable
from headwater.context.lineage._queries import DEFAULT_LIMIT, Queries
from headwater.context.lineage._records import Records
from headwater.context.lineage._store import Store, open_store, write_store
from headwater.dbt import Changes, DbtProject, Problem


class LineageIndex:
    """The lineage of one dbt project. Only one thread may use it at a time.

    Call `open` first, `refresh` whenever files may have changed, and `save` to store the index for the next session.
    """

    def __init__(
        self,
        project: DbtProject,
        cache: Path,
        tables: Mapping[str, Sequence[str]],
        store: Store | None,
        given_digest: str,
    ) -> None:
        self._project = project
        self._cache = cache
        self._tables = tables
        self._tables_digest = _digest_of(tables)
        self._store = store
        self._given_digest = given_digest
        self._records: Records | None = None
        self._is_saved = store is not None
        self._is_current = False
        self._tables_changed = False
        self._texts: dict[str, tuple[Any, str]] = {}
        self._queries = Queries(store.graph, self._stored_facts) if store else _empty()

    @classmethod
    def open(
        cls,
        project: Path | str,
        *,
        cache: Path | None = None,
        tables: Mapping[str, Sequence[str]] | None = None,
        adapter: str | None = None,
        variables: Mapping[str, Any] | None = None,
    ) -> LineageIndex:
        """Open the index of the project in a folder, starting from the state that an earlier session saved.

        Args:
            project: The folder that contains ``dbt_project.yml``.
            cache: The file that stores the index. The default is ``.headwater/context/lineage.bin`` in the project.
            tables: The columns of tables in the warehouse, as recorded by a catalog, keyed by ``schema.table``. They
                are used to resolve stars over sources, and `contract` compares them with the project.
            adapter: The dbt adapter, such as ``duckdb``. The default is taken from the project's ``profiles.yml``.
            variables: Variables, as in ``dbt --vars``.

        Raises:
            NotFoundError: The folder has no ``dbt_project.yml``.
        """
        project_read = DbtProject(Path(project), variables, adapter)
        file = cache or Index.of_project(project_read.folder).lineage
        store = open_store(file)
        given_digest = digest(adapter, sorted((variables or {}).items()))
        if store is not None and store.meta["given"] != given_digest:
            store = None
        return cls(project_read, file, tables or {}, store, given_digest)

    # Refreshing the index.

    def refresh(self) -> RefreshResult:
        """Read the changed files, and resolve the nodes that they affect.

        A file counts as changed only if its content differs. Touching or copying a file has no effect.
        """
        changes = self._project.refresh()
        if not changes.files and self._is_current:
            return RefreshResult()
        with _without_collection():
            return self._follow(changes)

    def _follow(self, changes: Changes) -> RefreshResult:
        if self._records is None:
            return self._start(changes.files)
        if self._tables_changed:
            self._records = Records(self._project, self._tables, self._records.records, self._records.forms)
            return self._apply(self._records, None)
        return self._apply(self._records, None if changes.rebuilt or changes.macros else changes.files)

    def use_tables(self, tables: Mapping[str, Sequence[str]]) -> None:
        """Replace the columns of the warehouse's tables, for example after a build. The next `refresh` uses them."""
        tables_digest = _digest_of(tables)
        if tables_digest != self._tables_digest:
            self._tables, self._tables_digest = tables, tables_digest
            self._is_current, self._tables_changed = False, True

    def _start(self, files: set[str]) -> RefreshResult:
        """Continue with the stored index if it is still current, and otherwise reuse what has not changed."""
        stored = self._store.meta["files"] if self._store is not None else None
        if (
            self._store is not None
            and stored is not None
            and self._store.meta["tables"] == self._tables_digest
            and files == stored.keys()
            and all(self._is_same(name, stored[name]) for name in sorted(files))
        ):
            self._is_current = True
            return RefreshResult()
        known = self._store.records() if self._store is not None else {}
        forms = self._store.forms if self._store is not None else {}
        self._records = Records(self._project, self._tables, known, forms)
        return self._apply(self._records, None)

    def _is_same(self, name: str, stored: Sequence[Any]) -> bool:
        stamp = self._project.stamp_of(name)
        return list(stamp) == stored[:2] or self._content(name, stamp) == stored[2]

    def _content(self, name: str, stamp: Any) -> str:
        """Return the digest of a file's content. The digest is computed once for each stamp of the file."""
        known_text = self._texts.get(name)
        if known_text is None or known_text[0] != stamp:
            try:
                content = (self._project.folder / name).read_bytes()
            except OSError:
                content = b""
            known_text = (stamp, hashlib.blake2b(content, digest_size=16).hexdigest())
            self._texts[name] = known_text
        return known_text[1]

    def _apply(self, records: Records, files: set[str] | None) -> RefreshResult:
        touched = records.refresh(files)
        before = self._queries.graph.arrays if files is not None else None  # the new arrays use the same texts
        graph = LineageGraph(build_arrays(relation_inputs(records), records.texts, before))
        self._is_saved, self._is_current, self._tables_changed = False, True, False
        self._queries = Queries(graph, self._made_facts)
        removed = sorted(name for name in touched if name not in records.records)
        changed = sorted(name.split(".", 2)[-1] for name in touched if name in records.records)
        return RefreshResult(tuple(changed), tuple(removed))

    def save(self) -> None:
        """Write the index to its file, unless the index has not changed since it was read.

        Raises:
            FileAccessError: The file cannot be written.
        """
        if self._records is None or self._is_saved:
            return
        if self._cache.parent == Index.of_project(self._project.folder).folder:
            Index.of_project(self._project.folder).create()
        files = {name: [*stamp, self._content(name, stamp)] for name, stamp in self._project.stamps.items()}
        meta = {"files": files, "given": self._given_digest, "tables": self._tables_digest}
        parts = {"facts": pack_facts(self._queries.facts)}
        write_store(self._cache, self._queries.graph, self._records.records, self._records.forms, parts, meta)
        self._is_saved = True

    def _made_facts(self) -> LineageFacts:
        assert self._records is not None
        facts = make_facts(self._records)
        facts.contract = contract(self._records)
        return facts

    def _stored_facts(self) -> LineageFacts:
        assert self._store is not None
        return unpack_facts(self._store.json("facts"))

    # queries

    @property
    def project(self) -> DbtProject:
        """The project, as read by the last `refresh`."""
        return self._project

    def summary(self) -> LineageSummary:
        """Return the size of the index."""
        graph = self._queries.graph
        counts = Counter(RelationKind(kind).label for kind in graph.kind)
        return LineageSummary(
            dict(counts),
            graph.columns - graph.relations,
            len(graph.source),
            len(self.unresolved),
            len(self.problems),
        )

    @property
    def problems(self) -> list[Problem]:
        """The problems of the project, each with file and line."""
        return self._queries.facts.problems

    @property
    def unresolved(self) -> list[Unresolved]:
        """The parts that could not be traced, each with the reason."""
        graph = self._queries.graph
        return list(self._queries.unresolved_in(range(graph.relations)))

    def relations(self) -> list[str]:
        """Return the usual name of every relation."""
        return list(self._queries.graph.labels())

    def columns(self, relation: str) -> list[ColumnName]:
        """Return the columns of a relation, in order."""
        number = self._queries.relation(relation)
        found = self._queries.graph.columns_of(number)
        return [self._queries.name_of(column) for column in found if self._queries.graph.name(column) != ROWS]

    def is_relation(self, text: str) -> bool:
        """Return whether a text names a relation rather than a column."""
        return self._queries.is_relation(text)

    def relation(self, text: str) -> LineageRelation:
        """Return the relation that a text names.

        Raises:
            NotFoundError: No relation has this name.
            AmbiguousNameError: Several relations have this name.
        """
        return self._queries.relation_of(self._queries.relation(text))

    def sql(self, relation: str) -> str:
        """Return the rendered SQL of a model, or an empty string if it has none."""
        return self._queries.graph.sql(self._queries.relation(relation))

    def upstream(
        self, column: str, *, rows: bool = False, depth: int | None = None, limit: int = DEFAULT_LIMIT
    ) -> ColumnTrace:
        """Return the columns upstream of a column.

        Args:
            column: A name such as ``orders.amount``. The relation can also be given by its unique id.
            rows: Whether to also follow edges that decide which rows exist.
            depth: The maximum number of steps. Unlimited by default.
            limit: The maximum number of edges and columns to return.

        Raises:
            UserError: No column, or more than one, has this name.
        """
        return self._queries.trace(column, up=True, rows=rows, depth=depth, limit=limit)

    def downstream(
        self, column: str, *, rows: bool = False, depth: int | None = None, limit: int = DEFAULT_LIMIT
    ) -> ColumnTrace:
        """Return the columns downstream of a column. The arguments and errors are the same as for `upstream`."""
        return self._queries.trace(column, up=False, rows=rows, depth=depth, limit=limit)

    def upstream_relations(
        self, relation: str, *, depth: int | None = None, limit: int = DEFAULT_LIMIT
    ) -> RelationTrace:
        """Return the relations upstream of a relation."""
        return self._queries.relation_trace(relation, up=True, depth=depth, limit=limit)

    def downstream_relations(
        self, relation: str, *, depth: int | None = None, limit: int = DEFAULT_LIMIT
    ) -> RelationTrace:
        """Return the relations downstream of a relation."""
        return self._queries.relation_trace(relation, up=False, depth=depth, limit=limit)

    def impact(self, column: str, *, limit: int = DEFAULT_LIMIT) -> Impact:
        """Return everything that a change to a column may affect: columns, rows, tests, exposures and metrics."""
        return self._queries.impact(column, limit)

    def path(self, source: str, target: str) -> LineagePath:
        """Return the path between two columns, in either direction."""
        return self._queries.path(source, target)

    def column(self, column: str) -> ColumnDetails:
        """Return everything that is known about a column."""
        return self._queries.column_details(column)

    def diff(self, first: str, second: str) -> LineageDifference:
        """Return possible reasons why two columns differ: their common ancestors, and the steps on only one path."""
        return difference(self._queries, first, second)

    def contract(self) -> Contract:
        """Return the differences between declarations and built relations."""
        return Contract(tuple(ContractFinding(*found) for found in self._queries.facts.contract))


@contextmanager
def _without_collection() -> Iterator[None]:
    """Pause the garbage collector.

    Building a graph creates no reference cycles, but searching for them would take a tenth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # moves all new objects to the oldest generation, which is
            gc.unfreeze()  # not scanned immediately when the collector is enabled again
            gc.enable()


def _digest_of(tables: Mapping[str, Sequence[str]]) -> str:
    return digest(sorted((name, list(columns)) for name, columns in tables.items()))


def _empty() -> Queries:
    return Queries(LineageGraph(build_arrays((), TextTable())), LineageFacts)
