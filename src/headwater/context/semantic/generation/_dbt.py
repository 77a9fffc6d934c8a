"""Translates dbt's semantic models to semantic sources.

Parts without a counterpart are listed and never dropped silently.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from headwater.context.catalog import Catalog, Table, TypeKind
from headwater.context.semantic._expression import parse_expression, references
from headwater.context.semantic._model import (
    Aggregation,
    Cardinality,
    Join,
    Keep,
    LayerColumn,
    Measure,
    SemanticSource,
    SnapshotRule,
)
from headwater.context.semantic.generation._catalog import from_catalog
from headwater.context.semantic.generation._dbt_entries import Translation, entities, items, line
from headwater.context.semantic.generation._dbt_metrics import add_metric, depth
from headwater.context.semantic.generation._relationships import Orphans, with_relationships
from headwater.dbt import DbtProject, Node, Reference, SemanticModel
from headwater.errors import NotFoundError, UnsupportedError, UserError

_AGGREGATIONS = {"average": Aggregation.AVG, **{each.value: each for each in Aggregation}}


def from_project(catalog: Catalog, project: DbtProject | None, count: Orphans | None = None) -> Translation:
    """Return a source for each table, with any descriptions from dbt.

    Args:
        catalog: The scanned sources.
        project: The dbt project that describes the sources.
        count: Counts the rows that violate a reference declared by dbt, or None to skip this.
    """
    done = Translation()
    if project is not None:
        built = {node.unique_id: table for node in project.nodes.values() if (table := _built(catalog, node))}
        catalog = with_relationships(catalog, project, built, count, done)
    tables: dict[str, Table] = {}
    for model in project.semantic_models if project else ():
        table = _table(catalog, project, model)
        if table is None:
            done.leave(model.place, f"semantic model {model.name}", f"{model.model} is not among the scanned tables")
        else:
            tables[model.name] = table
    first = {table.name: name for name, table in reversed(tables.items())}
    found = from_catalog(catalog, first)
    plain = found.sources
    done.left_out += found.left_out
    done.sources = {source.name: source for source in plain.values()}
    if project is None:
        return done
    _describe(catalog, project, plain, done)
    models = {model.name: model for model in project.semantic_models if model.name in tables}
    for name, model in models.items():
        base = done.sources[first[tables[name].name]]
        done.sources[name] = _with_fields(base.model_copy(update={"name": name}), model, done)
    for name in models:
        done.sources[name] = _with_entities(done.sources[name], models, done.sources)
    for metric in sorted(project.metrics, key=depth):
        add_metric(metric, models, done)
    return done


def _table(catalog: Catalog, project: DbtProject | None, model: SemanticModel) -> Table | None:
    node = _node(project, model.model) if project and model.model else None
    return None if node is None else _built(catalog, node)


def _node(project: DbtProject, reference: Reference) -> Node | None:
    return next((node for node in project.nodes.values() if node.name == reference.args[-1]), None)


def _built(catalog: Catalog, node: Node) -> Table | None:
    for text in (f"{node.schema}.{node.identifier}" if node.schema else node.identifier, node.identifier):
        found = catalog.find(text)
        if len(found) == 1:
            return found[0]
    return None


def _describe(catalog: Catalog, project: DbtProject, plain: Mapping[Any, SemanticSource], done: Translation) -> None:
    """Add the descriptions of models and columns from YAML where the database has no comments."""
    for node in project.nodes.values():
        table = _built(catalog, node) if node.declaration else None
        source = plain.get(table.name) if table else None
        if source is None or node.declaration is None:
            continue
        columns = tuple(
            column
            if column.description or not (declared := node.columns.get(column.name.lower())) or not declared.description
            else column.model_copy(update={"description": declared.description})
            for column in source.columns
        )
        description = source.description or node.declaration.description or None
        done.sources[source.name] = source.model_copy(update={"columns": columns, "description": description})


def _with_fields(source: SemanticSource, model: SemanticModel, done: Translation) -> SemanticSource:
    """Add a semantic model's dimensions and measures to the source of its table."""
    entry = model.entry
    columns = list(source.columns)
    for each in items(entry, "dimensions"):
        kind = TypeKind.TIMESTAMP if each.get("type") == "time" else None
        _add_column(columns, each, kind, model, done)
    measures = []
    for each in items(entry, "measures"):
        try:
            measures.append(_measure(each))
        except (UserError, ValueError) as error:
            done.leave(model.place, f"measure {each.get('name')}", line(error))
    defaults = entry.get("defaults")
    time = defaults.get("agg_time_dimension") if isinstance(defaults, Mapping) else None
    known = {column.name for column in columns}
    return source.model_copy(
        update={
            "columns": tuple(columns),
            "measures": tuple(measures) or source.measures,
            "description": model.description or source.description,
            "default_time": time if time in known else source.default_time,
        }
    )


def _add_column(
    columns: list[LayerColumn], entry: Mapping[str, Any], kind: TypeKind | None, model: SemanticModel, done: Translation
) -> None:
    name, expr = str(entry["name"]), str(entry.get("expr") or entry["name"])
    known = {column.name for column in columns}
    if name in known and expr == name:
        return
    try:
        computed = _computed(name, expr, kind, entry, known)
    except (UserError, ValueError) as error:
        done.leave(model.place, f"{model.name}.{name}", line(error))
        return
    columns[:] = [*(column for column in columns if column.name != name), computed]


def _computed(
    name: str, expr: str, kind: TypeKind | None, entry: Mapping[str, Any], known: Collection[str]
) -> LayerColumn:
    if expr == name:
        raise NotFoundError("the table has no such column")
    if name in known and any(each.name == name for each in references(parse_expression(expr, name))):
        raise UnsupportedError("it has the name of a column that it is computed from")
    parse_expression(expr, name)
    return LayerColumn(name=name, type=kind, expr=expr, description=str(entry.get("description") or "") or None)


def _measure(entry: Mapping[str, Any]) -> Measure:
    agg, expr = str(entry.get("agg")), str(entry.get("expr") or entry["name"])
    name, description = str(entry["name"]), str(entry.get("description") or "") or None
    if agg == "sum_boolean":
        parse_expression(expr, "expr")
        return Measure(name=name, agg=Aggregation.COUNT, filter=expr, description=description)
    if agg not in _AGGREGATIONS:
        raise UnsupportedError(f"there is no counterpart to agg: {agg}")
    counts_rows = agg == "count" and expr.strip() in ("1", "*")
    if not counts_rows:
        parse_expression(expr, "expr")
    parameters = entry.get("agg_params")
    percentile = parameters.get("percentile") if isinstance(parameters, Mapping) else None
    return Measure(
        name=name,
        description=description,
        agg=_AGGREGATIONS[agg],
        expr=None if counts_rows else expr,
        percentile=percentile if agg == "percentile" else None,
        snapshot=_snapshot(entry.get("non_additive_dimension")),
    )


def _snapshot(entry: Any) -> SnapshotRule | None:
    if not isinstance(entry, Mapping):
        return None
    keep = Keep.FIRST if entry.get("window_choice") == "min" else Keep.LAST
    return SnapshotRule(time=str(entry["name"]), keep=keep, per=tuple(map(str, entry.get("window_groupings") or ())))


def _with_entities(
    source: SemanticSource, models: Mapping[str, SemanticModel], sources: Mapping[str, SemanticSource]
) -> SemanticSource:
    """Add joins to the models whose primary or unique entity is an entity of this model."""
    columns, joins = list(source.columns), list(source.joins)
    grain = source.grain
    for entity, kind, expr in entities(models[source.name]):
        own = _key_column(columns, entity, expr)
        if own is None:
            continue
        if kind == "primary":
            grain = grain or (own,)
        for other in models:
            for their, their_kind, their_expr in entities(models[other]):
                if their != entity or other == source.name or their_kind not in ("primary", "unique"):
                    continue
                unique = kind in ("primary", "unique")
                if unique and any(join.to == source.name for join in sources[other].joins):
                    continue
                keys = {own: their_expr if sources[other].column(their_expr) else their}
                joins = [join for join in joins if (join.to, join.keys) != (other, keys)]
                role = entity if any(join.to == other for join in joins) and entity != other else None
                cardinality = Cardinality.ONE_TO_ONE if unique else Cardinality.MANY_TO_ONE
                joins.append(Join(to=other, keys=keys, cardinality=cardinality, role=role))
    return source.model_copy(update={"columns": tuple(columns), "joins": tuple(joins), "grain": grain})


def _key_column(columns: list[LayerColumn], entity: str, expr: str) -> str | None:
    """Return the column of an entity. An entity that is an expression becomes a computed column."""
    if any(column.name == expr for column in columns):
        return expr
    if any(column.name == entity for column in columns):
        return entity
    if expr == entity:
        return None
    try:
        parse_expression(expr, entity)
        columns.append(LayerColumn(name=entity, expr=expr, hidden=True))
    except (UserError, ValueError):
        return None
    return entity
