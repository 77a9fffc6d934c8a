"""Finds faults in semantic sources and in the joins between them. The parts without faults remain usable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from sqlglot import exp

from headwater.context.semantic._dialects import name
from headwater.context.semantic._fact import Fact, groups
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._measures import Measures
from headwater.context.semantic._model import Join, Measure, SemanticSource
from headwater.context.semantic._query import SqlDialect
from headwater.context.semantic._rows import SourceRows, relation_of
from headwater.errors import UserError

_LISTS = ("columns", "joins", "segments", "measures")


@dataclass(frozen=True)
class LayerFault:
    """A part of a semantic source that cannot be used.

    Attributes:
        source: The position of the source in the layer.
        place: The field and, if it is a list, the original position of the item.
    """

    source: int
    place: tuple[str | int, ...]
    message: str


def check_sources(sources: Sequence[SemanticSource]) -> tuple[SemanticLayer, list[LayerFault]]:
    """Return a layer with the valid parts, and the faults in the other parts.

    Faulty parts are removed, and the remaining parts are checked again because they may depend on the removed ones.
    """
    positions = {id(each): number for number, each in enumerate(sources)}
    valid_sources, faults = _distinct(sources)
    items = {each.name: {field: list(range(len(getattr(each, field)))) for field in _LISTS} for each in valid_sources}
    order = {each.name: positions[id(each)] for each in valid_sources}
    while True:
        layer = SemanticLayer(valid_sources)
        found = {each.name: list(_faults(layer, each)) for each in valid_sources}
        if not any(found.values()):
            return layer, faults
        for index, source in enumerate(valid_sources):
            for place, message in found[source.name]:
                given_place = (place[0], items[source.name][str(place[0])][int(place[1])]) if len(place) > 1 else place
                faults.append(LayerFault(order[source.name], given_place, message))
            valid_sources[index] = _without(source, [place for place, _ in found[source.name]], items[source.name])
        valid_sources = [source for source in valid_sources if source.columns and (source.sql or source.table)]


def _distinct(sources: Sequence[SemanticSource]) -> tuple[list[SemanticSource], list[LayerFault]]:
    distinct: dict[str, SemanticSource] = {}
    faults = []
    for number, source in enumerate(sources):
        if source.name in distinct:
            faults.append(LayerFault(number, ("name",), f"another file has a source {source.name}; rename one"))
        else:
            distinct[source.name] = source
    return list(distinct.values()), faults


def _without(
    source: SemanticSource, places: Sequence[tuple[str | int, ...]], items: dict[str, list[int]]
) -> SemanticSource:
    changed: dict[str, object] = {}
    for field in {str(place[0]) for place in places}:
        dropped = {place[1] for place in places if place[0] == field and len(place) > 1}
        if field in _LISTS:
            changed[field] = tuple(each for at, each in enumerate(getattr(source, field)) if at not in dropped)
            items[field] = [given_index for at, given_index in enumerate(items[field]) if at not in dropped]
        else:
            changed[field] = () if field == "grain" else None
    return source.model_copy(update=changed)


def _faults(layer: SemanticLayer, source: SemanticSource) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the location of each fault, with one message per location."""
    structure = list(_structure(layer, source))
    yield from structure
    if structure:  # expressions can be checked only if joins and columns are valid
        return
    checks: list[tuple[str, Sequence[object], Callable[..., object]]] = [
        (
            "columns",
            source.columns,
            lambda each: SourceRows(layer, source, SqlDialect.DUCKDB).expression(_column(each.name), ""),
        ),
        ("segments", source.segments, lambda each: _expression(layer, source, each.expr, f"{source.name}.{each.name}")),
        ("measures", source.measures, lambda each: _measure(layer, source, each)),
    ]
    for field, parts, check in checks:
        for number, part in enumerate(parts):
            try:
                check(part)
            except UserError as error:
                yield (field, number), str(error)


def _structure(layer: SemanticLayer, source: SemanticSource) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if source.table is not None:
        try:
            relation_of(source, SqlDialect.DUCKDB)
        except UserError as error:
            yield ("table",), str(error)
    for field in _LISTS:
        if field != "joins":
            names = [each.name for each in getattr(source, field)]
            yield from (
                ((field, number), f"{each} is there twice; rename one")
                for number, each in enumerate(names)
                if each in names[:number]
            )
    known = [column.name for column in source.columns]
    for missing in [each for each in source.grain if each not in known][:1]:
        yield ("grain",), f"no column {missing}; {_hint(missing, known)}"
    if source.default_time is not None and source.default_time not in known:
        yield ("default_time",), f"no column {source.default_time}; {_hint(source.default_time, known)}"
    for number, join in enumerate(source.joins):
        if message := _join_fault(layer, source, join):
            yield ("joins", number), message


def _join_fault(layer: SemanticLayer, source: SemanticSource, join: Join) -> str | None:
    other = layer.sources.get(join.to)
    if other is None:
        return f"no source {join.to}; {_hint(join.to, list(layer.sources))}"
    if join.to == source.name and join.role is None:
        return f"a join of {source.name} to itself needs a role"
    if other.database != source.database:
        return f"{join.to} is in another database"
    for owner, columns in ((source, join.keys), (other, join.keys.values())):
        for each in columns:
            if owner.column(each) is None:
                return f"{owner.name} has no column {each}; {_hint(each, [column.name for column in owner.columns])}"
    return None


def _measure(layer: SemanticLayer, source: SemanticSource, measure: Measure) -> None:
    if measure.agg is None:
        Measures(layer).expression(source, measure)
    else:
        groups(
            Fact(SourceRows(layer, source, SqlDialect.DUCKDB), {}, [], {measure.name: measure}),
            layer,
            SqlDialect.DUCKDB,
        )


def _expression(layer: SemanticLayer, source: SemanticSource, text: str, where: str) -> None:
    SourceRows(layer, source, SqlDialect.DUCKDB).expression(layer.parsed(text, where), where)


def _column(text: str) -> exp.Column:
    return exp.Column(this=name(text))


def _hint(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known)[:12])}"
