"""Translates dbt's metrics to measures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sqlglot import exp

from headwater.context.semantic._expression import NameReference, parse_expression
from headwater.context.semantic._model import Measure, SemanticSource
from headwater.context.semantic.generation._dbt_entries import Translation, entities, items, line
from headwater.dbt import Metric, SemanticModel
from headwater.errors import NotFoundError, UnsupportedError, UserError

_DIMENSION = re.compile(r"\{\{\s*Dimension\(\s*['\"](\w+)['\"]\s*\)\s*\}\}")


def depth(metric: Metric) -> int:
    return {"simple": 0, "ratio": 1}.get(metric.kind, 2)


def add_metric(metric: Metric, models: Mapping[str, SemanticModel], done: Translation) -> None:
    try:
        home, measure = _metric(metric, models, done.sources)
    except (UserError, ValueError, KeyError) as error:
        done.leave(metric.place, f"metric {metric.name}", line(error))
        return
    source = done.sources[home]
    others = tuple(each for each in source.measures if each.name != measure.name)
    done.sources[home] = source.model_copy(update={"measures": (*others, measure)})


def _metric(
    metric: Metric, models: Mapping[str, SemanticModel], sources: Mapping[str, SemanticSource]
) -> tuple[str, Measure]:
    parameters = metric.entry.get("type_params")
    parameters = parameters if isinstance(parameters, Mapping) else {}
    name, description = metric.name, metric.description or None
    match metric.kind:
        case "simple":
            measure = parameters.get("measure")
            measure = measure if isinstance(measure, Mapping) else {"name": measure}
            home, base = _owner(str(measure["name"]), sources)
            filters = [*_filters(metric.entry.get("filter")), *_filters(measure.get("filter"))]
            texts = [f"({text})" for text in ([base.filter] if base.filter else [])]
            texts += [f"({_filter(text, models[home], sources[home])})" for text in filters]
            changes: dict[str, Any] = {"name": name, "filter": " and ".join(texts) or None}
            changes["description"] = description or base.description
            if measure.get("fill_nulls_with") is not None:
                changes["fill_nulls_with"] = float(measure["fill_nulls_with"])
            return home, base.model_copy(update=changes)
        case "ratio":
            top, bottom = (_plain_input(parameters.get(each)) for each in ("numerator", "denominator"))
            home = _owner(top, sources)[0]
            ratio = f"{_reference(top, sources)} / {_reference(bottom, sources)}"
            return home, Measure(name=name, expr=ratio, description=description)
        case "derived":
            names = {}
            for each in items(parameters, "metrics"):
                names[str(each.get("alias") or each["name"])] = _plain_input(each)
            tree = parse_expression(str(parameters.get("expr")), "expr")
            home = _owner(next(iter(names.values())), sources)[0]
            return home, Measure(name=name, expr=_renamed(tree, names, sources), description=description)
    raise UnsupportedError(f"there is no counterpart to a {metric.kind} metric")


def _plain_input(entry: Any) -> str:
    if not isinstance(entry, Mapping):
        return str(entry)
    extra = [key for key in ("filter", "offset_window", "offset_to_grain") if entry.get(key)]
    if extra:
        raise UnsupportedError(f"there is no counterpart to {extra[0]} of an input metric")
    return str(entry["name"])


def _renamed(tree: exp.Expr, names: Mapping[str, str], sources: Mapping[str, SemanticSource]) -> str:
    """Replace the metrics in an expression with measures, qualified by their sources. Divisions are not changed."""

    def column(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Column):
            return node
        name = names.get(node.name, node.name)
        label = _owner(name, sources)[0]
        return exp.column(_identifier(name), table=_identifier(label))

    return tree.transform(column).sql("duckdb")


def _identifier(text: str) -> exp.Identifier:
    return exp.to_identifier(text, quoted=not text.isidentifier())


def _owner(name: str, sources: Mapping[str, SemanticSource]) -> tuple[str, Measure]:
    for source in sources.values():
        if measure := source.measure(name):
            return source.name, measure
    raise NotFoundError(f"no measure or metric {name}")


def _reference(name: str, sources: Mapping[str, SemanticSource]) -> str:
    return str(NameReference((_owner(name, sources)[0],), name))


def _filters(filters: Any) -> list[str]:
    return [str(each) for each in (filters if isinstance(filters, list) else [filters] if filters else [])]


def _filter(text: str, model: SemanticModel, source: SemanticSource) -> str:
    """Replace ``{{ Dimension('customer__segment') }}`` in a filter with a name that the source understands."""
    primary = {entity for entity, kind, _ in entities(model) if kind == "primary"} | {
        str(model.entry.get("primary_entity"))
    }

    def name(match: re.Match[str]) -> str:
        entity, _, dimension = match[1].rpartition("__")
        if not entity or entity in primary:
            return str(NameReference((), dimension))
        expr = next((expr for each, _, expr in entities(model) if each == entity), entity)
        join = next((join for join in source.joins if {entity, expr} & set(join.keys)), None)
        if join is None:
            raise NotFoundError(f"no join for the entity {entity} of its filter")
        return str(NameReference((join.role or join.to,), dimension))

    plain = _DIMENSION.sub(name, text)
    parse_expression(plain, "filter")
    return plain
