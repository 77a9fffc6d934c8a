"""Combines all semantic sources: looks up names, parses each expression once, and builds the graph of joins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property

from sqlglot import exp

from headwater.context.semantic._expression import NameReference, parse_expression, parse_reference
from headwater.context.semantic._graph import JoinGraph
from headwater.context.semantic._model import Measure, SemanticSource
from headwater.context.semantic._query import METRIC_TIME
from headwater.errors import AmbiguousNameError, NotFoundError, RequestError, UserError


class SemanticLayer:
    """Semantic sources, keyed by name, in the given order.

    Attributes:
        sources: The sources, keyed by name. They are not checked here. ``read_layer`` and ``check_sources`` find faults
            in them.
    """

    def __init__(self, sources: Iterable[SemanticSource]) -> None:
        self.sources: Mapping[str, SemanticSource] = {source.name: source for source in sources}
        self._parsed: dict[str, exp.Expr] = {}

    @cached_property
    def graph(self) -> JoinGraph:
        """The graph of joins."""
        return JoinGraph(list(self.sources.values()))

    def parsed(self, text: str, where: str) -> exp.Expr:
        """Return the syntax tree of an expression. Callers must not modify it."""
        if text not in self._parsed:
            self._parsed[text] = parse_expression(text, where)
        return self._parsed[text]

    def measure(self, reference: NameReference, where: str) -> tuple[SemanticSource, Measure]:
        """Return the measure with this name.

        Raises:
            NotFoundError: No source has this measure.
            AmbiguousNameError: Several sources have this measure.
        """
        owners = self._owners(reference)
        found = [(source, measure) for source in owners if (measure := source.measure(reference.name))]
        if not found:
            known = [
                str(NameReference((source.name,), each.name))
                for source in self.sources.values()
                for each in source.measures
            ]
            raise NotFoundError(f"no measure {reference}", where=where, fix=_suggestion(str(reference), known))
        if len(found) > 1:
            options = ", ".join(str(NameReference((source.name,), measure.name)) for source, measure in found)
            raise AmbiguousNameError(f"{reference} may be {options}", where=where, fix="write one of these")
        return found[0]

    def qualified(self, reference: NameReference, where: str) -> NameReference:
        """Return a column's name with its source. The given name may omit the source if only one source has the column.

        Raises:
            NotFoundError: No source has this column.
            AmbiguousNameError: Several sources have this column.
        """
        if reference.labels or reference.name == METRIC_TIME:
            return reference
        owners = [source for source in self.sources.values() if source.column(reference.name)]
        if len(owners) == 1:
            return NameReference((owners[0].name,), reference.name)
        if owners:
            options = ", ".join(str(NameReference((source.name,), reference.name)) for source in owners)
            raise AmbiguousNameError(f"{reference} may be {options}", where=where, fix="write one of these")
        if any(source.measure(reference.name) for source in self.sources.values()):
            raise RequestError(f"{reference} is a measure", where=where, fix="write conditions on measures in having")
        known = {column.name for source in self.sources.values() for column in source.columns}
        raise NotFoundError(f"no column {reference}", where=where, fix=_suggestion(reference.name, sorted(known)))

    def sources_named(self, label: str) -> list[SemanticSource]:
        """Return the sources that a label can mean: the source with this name, and those joined in this role."""
        sources = [self.sources[label]] if label in self.sources else []
        for source in self.sources.values():
            for join in source.joins:
                if join.role == label and join.to in self.sources:
                    sources.append(self.sources[join.to])
                if join.inverse == label:
                    sources.append(source)
        return list({source.name: source for source in sources}.values())

    def unreachable(self, reference: NameReference, start: str, where: str) -> UserError:
        """Return the error for a name that no path reaches."""
        label = reference.labels[-1]
        roles = {join.role for source in self.sources.values() for join in source.joins}
        source = self.sources.get(label)
        if source is None and label not in roles:
            return NotFoundError(
                f"no source or role {label}", where=where, fix=_suggestion(label, [*self.sources, *filter(None, roles)])
            )
        if source is not None and source.column(reference.name) is None:
            known = [str(NameReference((), column.name)) for column in source.columns]
            return NotFoundError(
                f"{label} has no column {reference.name}", where=where, fix=_suggestion(reference.name, known)
            )
        joined = ", ".join(self.graph.neighbours(start)) or "nothing"
        return RequestError(
            f"no join leads from {start} to {reference} ({start} is joined to {joined})",
            where=where,
            fix=f"declare the join, or query the measures of {start} separately",
        )

    def _owners(self, reference: NameReference) -> list[SemanticSource]:
        if not reference.labels:
            return list(self.sources.values())
        owner = self.sources.get(".".join(reference.labels))
        return [owner] if owner else []


def parse_name(text: str, where: str) -> NameReference:
    """Parse a name in a query or file."""
    return parse_reference(text.strip(), where)


def _suggestion(name: str, known: Iterable[str]) -> str:
    close_names = get_close_matches(name, list(known), n=3)
    sorted_names = sorted(known)
    return (
        f"did you mean {' or '.join(close_names)}?"
        if close_names
        else f"there are {', '.join(sorted_names[:12])}" + (" …" if len(sorted_names) > 12 else "")
    )
