"""Resolves the names in a select to columns of the relations that this or an enclosing select reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from headwater.context.lineage._columns import Edges, Resolved, ScopeRelation, add_edges, within
from headwater.context.lineage._form import ROWS, ColumnUse, EdgeKind, LineageGap
from headwater.context.lineage._names import is_plain


class Gaps(list[LineageGap]):
    """The parts that could not be resolved, without duplicates."""

    def note(self, reason: str, offset: int) -> None:
        """Add a gap, unless it has already been added."""
        gap = LineageGap(reason, offset)
        if gap not in self:
            self.append(gap)


@dataclass(slots=True)
class SelectScope:
    """The names that are visible in one select.

    Attributes:
        ctes: The common table expressions that the select may read.
        outer: The enclosing select, if any.
        gaps: The names that resolve to nothing, or to more than one thing.
        merged: The columns that were merged by joins with USING.
        aliases: The outputs so far. Some dialects and clauses may refer to them.
    """

    ctes: Mapping[str, Resolved]
    outer: SelectScope | None
    gaps: Gaps
    relations: list[ScopeRelation] = field(default_factory=list)
    merged: dict[str, Edges] = field(default_factory=dict)
    aliases: dict[str, Edges] = field(default_factory=dict)
    outputs: list[Edges] = field(default_factory=list)

    def edges_into_column(self, use: ColumnUse) -> Edges:
        """Return the edges into a column that an expression names.

        If the column is missing or ambiguous, there are no edges, and a gap is recorded.
        """
        parts = use.parts
        if parts[0] == "":
            return self._positional(parts[1])
        if parts[-1] == ROWS:
            return self._rows(parts[:-1])
        found = self.column(parts[0], use.offset, parts) if len(parts) == 1 else self._qualified(parts, use.offset)
        return found or {}

    def column(self, name: str, offset: int, written: tuple[str, ...]) -> Edges | None:
        """Find a column by its name alone, in this select or an enclosing one. Gaps report it as ``written``."""
        maybe: list[ScopeRelation] = []
        for at in self._outwards():
            found = at._certain(name, offset)
            if found is not None:
                return found
            maybe = maybe or [known for known in at.relations if not known.hidden and known.possible(name) is not None]
        relation = next((known for known in self.relations if known.alias == name), None)
        if relation is not None:
            return _whole_row(relation)
        if (is_plain(name) or not maybe) and (near := self._in_another_case(name)) is not None:
            return near
        if len(maybe) == 1:
            return maybe[0].possible(name)
        self._note_missing(".".join(written) or name, maybe, offset)
        return None

    def _in_another_case(self, name: str) -> Edges | None:
        """Find the only column whose name matches ignoring case. YAML often differs in case."""
        for at in self._outwards():
            found = [edges for known in at.relations if (edges := known.in_another_case(name)) is not None]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _outwards(self) -> Iterator[SelectScope]:
        at: SelectScope | None = self
        while at is not None:
            yield at
            at = at.outer

    def _certain(self, name: str, offset: int) -> Edges | None:
        if name in self.merged:
            return self.merged[name]
        found = [(known, edges) for known in self.relations if (edges := known.certain(name)) is not None]
        visible = [pair for pair in found if not pair[0].hidden] or found
        if len(visible) > 1:
            self.gaps.note(f"{name}: ambiguous, a column of {_either(known for known, _ in visible)}", offset)
            return {}
        if visible:
            return visible[0][1]
        return self.aliases.get(name)

    def _note_missing(self, name: str, maybe: list[ScopeRelation], offset: int) -> None:
        if maybe:
            reason = f"may be a column of {_either(maybe)}, whose columns are not known"
        elif any(known.is_open for at in self._outwards() for known in at.relations):
            reason = "not found; more than one star it could come through"
        else:
            reason = "no such column in what the query reads"
        self.gaps.note(f"{name}: {reason}", offset)

    def _qualified(self, parts: tuple[str, ...], offset: int) -> Edges | None:
        for at in self._outwards():
            for depth in range(len(parts) - 1, 0, -1):
                for known in at.relations:
                    if known.is_named(parts[:depth]):
                        return self._column_of(known, parts[depth], parts[depth + 1 :], offset)
        struct = self.column(parts[0], offset, parts)
        return None if struct is None else within(struct, parts[1:])

    def _column_of(self, known: ScopeRelation, name: str, fields: tuple[str, ...], offset: int) -> Edges | None:
        edges = known.any(name)
        if edges is None:
            field_edges = known.certain(known.alias)  # the name is a field of an unnested struct, as in item.field
            if field_edges is not None:
                return within(field_edges, (name,))
            self.gaps.note(f"{known.alias}.{name}: no such column", offset)
            return None
        return within(edges, fields)

    def _positional(self, number: str) -> Edges:
        index = int(number) - 1 if number.isdigit() else -1
        return self.outputs[index] if 0 <= index < len(self.outputs) else {}

    def _rows(self, table: tuple[str, ...]) -> Edges:
        rows: Edges = {}
        for known in self.relations:
            if not table or known.is_named(table):
                own = {source: way for source, way in known.resolved.rows.items() if source[1] == ROWS}
                add_edges(rows, own, EdgeKind.PASSED, None)
        return rows


def _either(relations: Iterable[ScopeRelation]) -> str:
    return " or ".join(sorted(known.alias or "a query" for known in relations))


def _whole_row(known: ScopeRelation) -> Edges:
    row_edges: Edges = {}
    for name in known.names():
        add_edges(row_edges, known.certain(name) or {}, EdgeKind.TRANSFORMED, None)
    return row_edges or dict(known.fallback or {})
