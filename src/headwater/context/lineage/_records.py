"""Keeps the records of a project's nodes up to date, by rendering, parsing and resolving the affected nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from headwater.context.lineage._columns import BaseRelation
from headwater.context.lineage._digest import digest
from headwater.context.lineage._form import Form, LineageGap
from headwater.context.lineage._names import NameRules
from headwater.context.lineage._order import parents_first, with_readers
from headwater.context.lineage._packed import Packed, TextTable
from headwater.context.lineage._parse import dialect_of, parse_form
from headwater.context.lineage._record import NodeRecord, RawReference
from headwater.context.lineage._references import references_in_python, references_in_sql
from headwater.context.lineage._resolve import Resolver
from headwater.context.lineage._snapshots import add_snapshot_columns
from headwater.context.lineage._warehouse import Tables, Warehouse
from headwater.dbt import DbtProject, Location, Node, NodeKind, Problem, ProblemKind, Reference, Rendered, Renderer

_LATERAL = frozenset({"snowflake", "redshift", "duckdb", "databricks", "spark", "clickhouse", "teradata", ""})
_OTHERS = ("duckdb", "snowflake", "bigquery", "postgres", "spark", "clickhouse")
_KEPT_CONFIG = ("enabled", "materialized", "updated_at", "unique_key", "alias")
_MAX_WAITING = 30
_RENDERED = (NodeKind.MODEL, NodeKind.SNAPSHOT, NodeKind.TEST)


class Records:
    """A project's records, keyed by unique id. `refresh` brings them up to date.

    Args:
        tables: The columns of tables in the warehouse, keyed by name (``schema.table`` or longer). They are used for
            sources.
        known: The records from an earlier session.
        forms: The cached reduced forms of queries, keyed by the digest of their SQL.

    Attributes:
        texts: The graph's table of names.
        names: The naming rules of the project's database.
    """

    def __init__(
        self, project: DbtProject, tables: Tables, known: dict[str, NodeRecord], forms: Mapping[str, Form]
    ) -> None:
        self.project = project
        self.records = known
        self.forms: dict[str, Form] = {}
        self.texts = TextTable()
        self.names = NameRules("")
        self._warehouse = Warehouse(tables)
        self._kept_forms = forms
        self._renderer = Renderer(project, self._columns_for_macros)
        self._bases: dict[str, BaseRelation] = {}
        self._by_identifier: dict[str, list[Node]] = {}
        self._working: dict[str, None] = {}
        self._done: set[str] = set()
        self._touched: set[str] = set()
        self._dirty: set[str] = set()
        self._packed: dict[str, tuple[NodeRecord | BaseRelation, Packed]] = {}
        self._environment = ""
        self._cycles: dict[str, Problem] = {}

    def refresh(self, files: set[str] | None) -> set[str]:
        """Bring all records up to date, and return the unique ids of those that changed.

        Args:
            files: The changed files, if only the SQL of existing nodes has changed. None after any other change.
        """
        nodes = self._nodes()
        touched: set[str] = set()
        if files is None:
            self._renderer.forget_macros()
            self._bases.clear()
            self._environment = self._environment_key()
            self.names = NameRules(dialect_of(self.project.target.type) if self.project.target_known else "")
            self._by_identifier = _by_identifier(self.project.nodes.values())
            touched |= self.records.keys() - nodes.keys()
            for deleted in touched:
                del self.records[deleted]
                self._packed.pop(deleted, None)
        self._dirty = {name for name, node in nodes.items() if files is None or node.place.file in files}
        self._done, self._touched = set(), touched
        concerned: Iterable[str] = nodes
        if files is not None:
            found = with_readers(self._dirty, self.records)
            concerned = [name for name in nodes if name in found]
        for name in parents_first(concerned, lambda name: self._parents(nodes[name])):
            self._update(nodes[name])  # dependencies that are not visible in the text are found during rendering
        return touched

    def _nodes(self) -> dict[str, Node]:
        nodes = {name: node for name, node in self.project.nodes.items() if node.kind in _RENDERED}
        return nodes | dict(self.project.singular_tests)

    def _environment_key(self) -> str:
        """Return a digest of everything on which any rendering may depend, except the rendered node itself."""
        project = self.project
        macros = sorted({macro.place.file for macro in project.macros()})
        return digest(
            *(project.text(Location(name, 1)) for name in macros),
            project.target,
            [(name, sorted(project.variables(name).items(), key=repr)) for name in project.packages()],
        )

    def _parents(self, node: Node) -> Iterable[str]:
        record = self.records.get(node.unique_id)
        if record is not None and record.parents and node.unique_id not in self._dirty:
            return record.parents
        return self._referred_to(references_in_sql(self.project.template(node)[0], node.place), node)

    def _referred_to(self, references: Iterable[Reference], node: Node) -> Iterator[str]:
        """Yield the unique ids of the nodes to which a node's references resolve."""
        for reference in references:
            other = self.project.resolve(reference, node.package)
            if other is not None:
                yield other.unique_id

    def packed(self, name: str) -> Packed:
        """Return a node's arrays. The same object is returned until the node changes."""
        record = self.records.get(name)
        made_of = self.base(name) if record is None else record
        known_arrays = self._packed.get(name)
        if known_arrays is None or known_arrays[0] is not made_of:
            if record is None:
                packed = Packed(self.texts, self.base(name).columns)
            else:
                packed = Packed(self.texts, record.columns, record.edges, record.steps, record.sql, record.openings)
            known_arrays = (made_of, packed)
            self._packed[name] = known_arrays
        return known_arrays[1]

    # one node

    def _update(self, node: Node) -> None:
        """Bring a node's record up to date, after the records of the nodes that it reads."""
        name = node.unique_id
        if name in self._done:
            return
        old = self.records.get(name)
        if old is None or self._is_stale(node, old):
            self._working[name] = None
            self._cycles.pop(name, None)
            record = self._make(node, old)
            if name in self._cycles:
                record.problems.append(self._cycles[name])
            del self._working[name]
            if (
                old is not None
                and replace(record, key=old.key, parent_signatures=old.parent_signatures, references=old.references)
                == old
            ):
                old.key, old.parent_signatures, old.references = record.key, record.parent_signatures, record.references
            else:
                self.records[name] = record
                self._bases.pop(name, None)
                self._touched.add(name)
        self._done.add(name)

    def _is_stale(self, node: Node, record: NodeRecord) -> bool:
        if node.unique_id in self._dirty and record.key != self._key(node):
            return True
        if any(self._meaning(reference, node) != meaning for reference, meaning in record.references):
            return True
        if any(
            (self._named_directly(tuple(name.split("."))) or f"table.{name}") != known for name, known in record.direct
        ):
            return True
        if any(self._columns_in_database(parent) != columns for parent, columns in record.introspected.items()):
            return True
        return any(
            self.base(parent).signature != seen_signature for parent, seen_signature in record.parent_signatures.items()
        )

    def _meaning(self, reference: RawReference, node: Node) -> str:
        """Return everything that a reference contributes to a rendering, except columns."""
        function, args, version = reference
        other = self.project.resolve(Reference(function, args, node.place, version), node.package)
        if other is None:
            return ""
        kind = str(other.config.get("materialized", ""))
        return "|".join((other.unique_id, other.database, other.schema, other.identifier, kind))

    def _key(self, node: Node) -> str:
        return digest(self.project.template(node), node.config, self._environment, self._declared(node))

    def _ensure(self, name: str) -> None:
        """Update the record of a node on which another node's record depends."""
        node = self.project.nodes.get(name)
        if node is not None and name not in self._working and len(self._working) < _MAX_WAITING:
            self._update(node)

    def _make(self, node: Node, old: NodeRecord | None) -> NodeRecord:
        record = NodeRecord(key=self._key(node))
        if node.language == "python":
            return self._made_of_python(node, record)
        rendered = self._rendered(node, old, record.key)
        record.sql, record.lines, record.problems = rendered.sql, rendered.lines, rendered.problems
        record.config = {key: value for key, value in rendered.config.items() if key in _KEPT_CONFIG}
        record.relations, record.introspected = rendered.relations, rendered.introspected
        raw = dict.fromkeys((one.function, one.args, one.version) for one, _ in rendered.references)
        record.references = [(reference, self._meaning(reference, node)) for reference in raw]
        found = [name for _, name in rendered.references if name is not None]
        record.parents = tuple(dict.fromkeys(found))
        if record.config.get("enabled", True) is False:
            record.disabled = True
            record.take_nothing((), [])
            return record
        if rendered.failed:
            record.take_nothing(self._declared(node), [LineageGap("its template could not be rendered")])
            return record
        self._resolve(node, record)
        return record

    def _rendered(self, node: Node, old: NodeRecord | None, key: str) -> Rendered:
        """Render a node, unless everything on which its rendering depends is unchanged."""
        if (
            old is not None
            and old.key == key
            and all(self._columns_in_database(name) == columns for name, columns in old.introspected.items())
            and all(self._meaning(reference, node) == meaning for reference, meaning in old.references)
        ):
            references: list[tuple[Reference, str | None]] = []
            for (function, args, version), meaning in old.references:
                reference = Reference(function, args, node.place, version)
                references.append((reference, meaning.partition("|")[0] or None))
            return Rendered(
                old.sql,
                old.lines,
                old.config,
                references,
                old.relations,
                old.introspected,
                problems=old.problems,
                failed=not old.sql,
            )
        text, snapshot = self.project.template(node)
        return self._renderer.render(text, node, snapshot)

    def _resolve(self, node: Node, record: NodeRecord) -> None:
        form = self._form(record.sql)
        if form.query is None:
            record.take_nothing(self._declared(node), form.gaps)
            return
        found: dict[str, None] = dict.fromkeys(record.parents)

        direct: dict[str, str] = {}

        def table(parts: tuple[str, ...]) -> BaseRelation:
            name = ".".join(parts).lower()
            unique_id = record.relations.get(name)
            if unique_id is None:
                unique_id = direct[name] = self._named_directly(parts) or f"table.{name}"
            found[unique_id] = None
            base = self.base(unique_id)
            if unique_id not in self._working:
                record.parent_signatures[unique_id] = base.signature
            return base

        resolver = Resolver(table, lateral=form.dialect in _LATERAL)
        try:
            resolved = resolver.resolve(form.query)
        except RecursionError:
            record.take_nothing(self._declared(node), [LineageGap("nests too deeply")])
            return
        if node.kind is NodeKind.SNAPSHOT:
            add_snapshot_columns(resolved, {**node.config, **record.config})
        record.take(resolved, form.gaps + resolver.gaps)
        record.parents = tuple(found)
        record.direct = sorted(direct.items())

    def _form(self, sql: str) -> Form:
        key = digest(sql)
        form = self.forms.get(key) or self._kept_forms.get(key)
        if form is None:
            dialect = dialect_of(self.project.target.type)
            form = parse_form(sql, dialect, () if self.project.target_known else _OTHERS)
        self.forms[key] = form
        return form

    def _made_of_python(self, node: Node, record: NodeRecord) -> NodeRecord:
        references = references_in_python(self.project.template(node)[0], node.place)
        record.parents = tuple(dict.fromkeys(self._referred_to(references, node)))
        record.take_nothing(self._declared(node), [LineageGap("a Python model: its columns are not traced")])
        return record

    # resolving names

    def _named_directly(self, parts: tuple[str, ...]) -> str | None:
        """Return the node that builds the named table, if there is only one candidate."""
        nodes = self._by_identifier.get(parts[-1].lower(), [])
        if len(parts) > 1:
            schema = parts[-2].lower()
            nodes = [node for node in nodes if node.kind is not NodeKind.SOURCE or node.schema.lower() == schema]
        return nodes[0].unique_id if len(nodes) == 1 else None

    def base(self, unique_id: str) -> BaseRelation:
        """Return the columns of a node, or of a table outside the project, as its readers see them."""
        base = self._bases.get(unique_id)
        if base is None:
            base = self._made_base(unique_id)
            if unique_id not in self._working:
                self._bases[unique_id] = base
        return base

    def _made_base(self, unique_id: str) -> BaseRelation:
        node = self.project.nodes.get(unique_id)
        if node is None:
            return BaseRelation(unique_id, self._columns_of_missing(unique_id), open=True)
        if node.kind is NodeKind.SEED and node.header:
            return BaseRelation(unique_id, dict.fromkeys(map(self.names.seeded, node.header)))
        if node.kind in _RENDERED:
            if unique_id in self._working:
                self._note_cycle(node)
            else:
                self._ensure(unique_id)
            record = self.records.get(unique_id)
            if record is None or unique_id in self._working:
                return BaseRelation(unique_id, {}, open=True)
            return BaseRelation(unique_id, dict.fromkeys(record.columns), record.is_open)
        known = self.built_columns(node)
        return BaseRelation(unique_id, dict.fromkeys(known or self._declared(node)), open=known is None)

    def _columns_of_missing(self, unique_id: str) -> dict[str, None]:
        """Return the declared columns of a model without a file, or the columns of a table in the warehouse."""
        if unique_id.startswith("table."):
            return dict.fromkeys(map(self.names.catalogued, self._warehouse.columns(unique_id.removeprefix("table."))))
        name = unique_id.rsplit(".", 1)[-1]
        for _, declaration in self.project.declared_only:
            if declaration.name == name:
                return dict.fromkeys(declaration.columns)
        return {}

    def built_columns(self, node: Node) -> tuple[str, ...] | None:
        """Return the columns of the warehouse table that a node builds, if they are known."""
        known = self._warehouse.columns_of(node)
        return None if known is None else tuple(map(self.names.catalogued, known))

    def _declared(self, node: Node) -> tuple[str, ...]:
        told_apart, declared = self.names.quoted, self.names.declared
        return tuple(
            declared(column.name) if key == key.lower() else told_apart(key) for key, column in node.columns.items()
        )

    def _columns_in_database(self, unique_id: str) -> tuple[str, ...]:
        return tuple(map(self.names.in_database, self.base(unique_id).columns))

    def _columns_for_macros(self, node: Node) -> Sequence[str] | None:
        if node.unique_id in self._working:
            return None
        return self._columns_in_database(node.unique_id) or None

    def _note_cycle(self, node: Node) -> None:
        """Note a cycle in the record of the node that closes the cycle. This record is still being updated."""
        names = list(self._working)
        names = names[names.index(node.unique_id) :]
        way = " → ".join(name.split(".", 2)[-1] for name in (*names[:6], node.unique_id))
        self._cycles[node.unique_id] = Problem(ProblemKind.CYCLE, node.place, f"a cycle: {way}", node.unique_id)


def _by_identifier(nodes: Iterable[Node]) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in nodes:
        found.setdefault(node.identifier.lower(), []).append(node)
    return found
