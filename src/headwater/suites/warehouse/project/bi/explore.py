"""Queries the definitions of the BI layer on the warehouse, as the dashboards do.

    python bi/explore.py metric win_rate --by fiscal_quarter,type
    python bi/explore.py chart bookings_by_kind
    python bi/explore.py check                      # every check, or those that are named
    python bi/explore.py metric win_rate --sql      # only prints the query

`bi/README.md` describes the files.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

KINDS = ("dataset", "metric", "chart", "dashboard", "check")
GRAINS = {
    "day": "cast({} as date)",
    "week": "cast(date_trunc('week', {}) as date)",
    "month": "cast(date_trunc('month', {}) as date)",
    # fiscal quarters begin in February, May, August and November
    "quarter": "cast(date_trunc('quarter', {} - interval 1 month) + interval 1 month as date)",
    "year": "cast(date_trunc('year', {} - interval 1 month) + interval 1 month as date)",
}
STEPS = {"day": "1 day", "week": "7 day", "month": "1 month", "quarter": "3 month", "year": "12 month"}
AGGREGATES = {
    "sum": "sum({})",
    "count": "count({})",
    "count_distinct": "count(distinct {})",
    "average": "avg({})",
    "avg": "avg({})",
    "min": "min({})",
    "max": "max({})",
    "median": "median({})",
}
_CALL = re.compile(r"\{\{\s*(metric|chart|ref)\(\s*'(\w+)'\s*(?:,\s*by=\[([^\]]*)\]\s*)?\)\s*\}\}")
_NAME = re.compile(r"\w+$")
_DEEPEST = 12


class DefinitionError(ValueError):
    """A definition cannot be turned into a query."""


@dataclass(frozen=True)
class BiDefinition:
    """One file of the BI layer."""

    kind: str
    name: str
    file: str
    body: Mapping[str, Any]


class BiLayer:
    """The definitions of the BI layer.

    Args:
        definitions: The definitions.
        relations: The quoted name of each model's relation, by the model's name.
    """

    def __init__(self, definitions: Iterable[BiDefinition], relations: Mapping[str, str]) -> None:
        self._found = {(each.kind, each.name): each for each in definitions}
        self._relations = relations

    def reads(self, kind: str, name: str) -> list[tuple[str, str]]:
        """Return what a definition reads, as pairs of a kind and a name. Models have the kind `model`."""
        body = self._body(kind, name)
        match kind:
            case "dataset":
                return [("model", each) for each in (_text(body, "model"), *(_text(j, "model") for j in _joins(body)))]
            case "metric" if "model" not in body:
                if "dataset" in body:
                    return [("dataset", _text(body, "dataset"))]
                return [
                    ("metric", _text(body, each)) for each in ("metric", "numerator", "denominator") if each in body
                ]
            case "chart" if "model" not in body:
                return [("metric", each) for each in _names(body, "metrics")]
            case "dashboard":
                return [("chart", each) for each in _charts(body)]
            case "check":
                calls = _CALL.findall(_text(body, "sql"))
                return list(dict.fromkeys(("model" if each == "ref" else each, target) for each, target, _ in calls))
        return [("model", _text(body, "model"))]

    def query(self, kind: str, name: str) -> str:
        """Return everything that a definition shows, as one SELECT."""
        body = self._body(kind, name)
        match kind:
            case "dataset":
                return self._cuts(body, [self._measures(body, by) for by in self._default_keys(body)])
            case "metric":
                keys = self._default_keys(self._root(name, 0))
                keys = keys if self._has_total(name, 0) else [by for by in keys if by]
                # Whether a group without a value is a row depends on how its condition is written.
                has_value = "value is not null and try_cast(cast(value as varchar) as double) is distinct from 0"
                cuts = [(by, f"select * from (\n{self.metric(name, by)}\n) where {has_value}") for by in keys]
                return self._cuts(self._root(name, 0), cuts)
            case "chart":
                return self.chart(name)
            case "dashboard":
                charts = ", ".join(f"({number}, '{each}')" for number, each in enumerate(_charts(body)))
                return f"select * from (values {charts or '(-1, null)'}) as shown(place, chart)"
        return _CALL.sub(self._called, _text(body, "sql"))

    def metric(self, name: str, by: Sequence[str] = (), depth: int = 0) -> str:
        """Return a metric by dimensions and grains, with one column for each of them and the column `value`."""
        if depth > _DEEPEST:
            raise DefinitionError(f"metric {name}: is defined by itself")
        body = self._body("metric", name)
        if "model" in body:
            value = AGGREGATES.get(str(body.get("aggregation")), "{}").format(_text(body, "expression"))
            if body.get("aggregation") == "ratio":
                numerator, _, denominator = _text(body, "expression").partition("/")
                value = f"sum({numerator}) / nullif(sum({denominator}), 0)"
            return self._grouped(body, by, [f"{value} as value"], _conditions(body))
        match body.get("type"):
            case "simple":
                dataset = self._body("dataset", _text(body, "dataset"))
                measure = _measure(dataset, _text(body, "measure"))
                conditions = [*_conditions(dataset), *_conditions(body)]
                return self._grouped(dataset, by, [f"{_aggregated(measure)} as value"], conditions)
            case "ratio":
                over, under = (self.metric(_text(body, part), by, depth + 1) for part in ("numerator", "denominator"))
                return _joined("full join", by, by, over, under, "over_.value / nullif(under_.value, 0)")
            case "rolling":
                return self._rolling(body, by, self.metric(_text(body, "metric"), by, depth + 1))
            case "growth":
                return self._growth(body, by, self.metric(_text(body, "metric"), by, depth + 1))
        raise DefinitionError(f"metric {name}: has neither a model nor a type that exists")

    def chart(self, name: str) -> str:
        """Return the rows that a chart shows."""
        body = self._body("chart", name)
        if "model" not in body:
            by = _names(body, "by")
            parts = [f"select '{each}' as metric, * from ({self.metric(each, by)})" for each in _names(body, "metrics")]
            return "\nunion all\n".join(parts) or "select null as metric"
        keys = [str(body[key]) for key in ("x", "series", "split_by") if body.get(key)]
        chosen = [f"{key} as key_{number}" for number, key in enumerate(keys, 1)]
        measures = _parts(body, "measures")
        values = [AGGREGATES[_one_of(each, "aggregate", AGGREGATES)].format(_text(each, "column")) for each in measures]
        values = values or _names(body, "y")
        chosen += [f"{value} as value_{number}" for number, value in enumerate(values, 1)]
        grouped = "\ngroup by all" if measures else ""
        where = " and ".join(f"({each})" for each in _conditions(body)) or "true"
        return (
            f"select {', '.join(chosen)}\nfrom {self._relation(_text(body, 'model'))} as base\nwhere {where}{grouped}"
        )

    # parts of queries

    def _body(self, kind: str, name: str) -> Mapping[str, Any]:
        if (kind, name) not in self._found:
            raise DefinitionError(f"there is no {kind} {name}")
        return self._found[kind, name].body

    def _relation(self, model: str) -> str:
        if model not in self._relations:
            raise DefinitionError(f"there is no model {model}")
        return self._relations[model]

    def _called(self, match: re.Match[str]) -> str:
        kind, name, keys = match.groups()
        if kind == "ref":
            return self._relation(name)
        by = [each.strip().strip("'\"") for each in (keys or "").split(",") if each.strip()]
        return f"(\n{self.metric(name, by) if kind == 'metric' else self.chart(name)}\n)"

    def _root(self, name: str, depth: int) -> Mapping[str, Any]:
        """Return the dataset of a metric, or the metric itself if it reads a model."""
        body = self._body("metric", name)
        if "model" in body:
            return body
        if "dataset" in body:
            return self._body("dataset", _text(body, "dataset"))
        if depth > _DEEPEST:
            raise DefinitionError(f"metric {name}: is defined by itself")
        return self._root(_text(body, "numerator" if "numerator" in body else "metric"), depth + 1)

    def _has_total(self, name: str, depth: int) -> bool:
        """Return whether a metric has a value without a period."""
        body = self._body("metric", name)
        if depth > _DEEPEST:
            raise DefinitionError(f"metric {name}: is defined by itself")
        parts = [_text(body, each) for each in ("numerator", "denominator") if each in body]
        return body.get("type") not in ("rolling", "growth") and all(self._has_total(each, depth + 1) for each in parts)

    def _default_keys(self, body: Mapping[str, Any]) -> list[tuple[str, ...]]:
        """Return the ways to cut a metric: none, by its period, and by its period and each dimension."""
        period = str(body.get("grain") or body.get("time"))
        return [(), (period,), *((period, name) for name in _dimensions(body) if name != period)]

    def _cuts(self, body: Mapping[str, Any], cuts: Iterable[tuple[tuple[str, ...], str]]) -> str:
        period = str(body.get("grain") or body.get("time"))
        parts = []
        for by, sql in cuts:
            item = next((each for each in by if each != period), None)
            chosen = [
                f"'{item or ('period' if by else 'total')}' as cut",
                f"{_label(period) if by else 'cast(null as varchar)'} as period",
                f"{_label(item) if item else 'cast(null as varchar)'} as item",
            ]
            parts.append(f"select {', '.join(chosen)}, columns('^value') from (\n{sql}\n)")
        return "\nunion all\n".join(parts)

    def _measures(self, body: Mapping[str, Any], by: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
        measures = [f"{_aggregated(each)} as value_{name}" for name, each in _named_measures(body).items()]
        return by, self._grouped(body, by, measures, _conditions(body))

    def _grouped(
        self, body: Mapping[str, Any], by: Sequence[str], values: Sequence[str], conditions: Sequence[str]
    ) -> str:
        chosen = [f'{_key(body, name)} as "{name}"' for name in by]
        lines = [f"select {', '.join([*chosen, *values])}", f"from {self._relation(_text(body, 'model'))} as base"]
        for join in _joins(body):
            name = _text(join, "as")
            on = " and ".join(f"base.{left} = {name}.{right}" for left, right in _keys(join).items())
            lines.append(f"left join {self._relation(_text(join, 'model'))} as {name} on {on}")
        lines.append(f"where {' and '.join(f'({each})' for each in conditions) or 'true'}")
        return "\n".join([*lines, "group by all"] if by else lines)

    def _rolling(self, body: Mapping[str, Any], by: Sequence[str], of: str) -> str:
        grain, others = _grain_in(body, by)
        count, step = _number(body, "window"), STEPS[grain]
        length = f"{int(step.split()[0]) * (count - 1)} {step.split()[1]}"
        partition = f"partition by {', '.join(map(_quoted, others))} " if others else ""
        chosen = ", ".join(map(_quoted, by))
        window = f'order by "{grain}" range between interval {length} preceding and current row'
        return f"select {chosen}, sum(value) over ({partition}{window}) as value from (\n{of}\n)"

    def _growth(self, body: Mapping[str, Any], by: Sequence[str], of: str) -> str:
        grain, _ = _grain_in(body, by)
        count, step = _number(body, "periods"), STEPS[grain]
        later = f"{int(step.split()[0]) * count} {step.split()[1]}"
        before = [f'under_."{each}"' + (f" + interval {later}" if each == grain else "") for each in by]
        value = "over_.value / nullif(under_.value, 0) - 1"
        return _joined("left join", by, by, of, of, value, before)


def _joined(
    kind: str, by: Sequence[str], shown: Sequence[str], over: str, under: str, value: str, before: Sequence[str] = ()
) -> str:
    before = before or [f'under_."{each}"' for each in by]
    on = " and ".join(f'over_."{each}" is not distinct from {other}' for each, other in zip(by, before, strict=True))
    chosen = [
        f'coalesce(over_."{each}", under_."{each}") as "{each}"' if kind == "full join" else f'over_."{each}"'
        for each in shown
    ]
    chosen.append(f"{value} as value")
    tables = f"from (\n{over}\n) as over_ {kind if by else 'cross join'} (\n{under}\n) as under_"
    return f"select {', '.join(chosen)}\n{tables}{f' on {on}' if by else ''}"


def _label(column: str) -> str:
    """Return a column as text that is the same for a date and its midnight, and for 1 and 1.00."""
    text = f"cast({_quoted(column)} as varchar)"
    return (
        f"coalesce(cast(try_cast({text} as timestamp) as varchar), cast(try_cast({text} as double) as varchar), {text})"
    )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _key(body: Mapping[str, Any], name: str) -> str:
    if not _NAME.match(name):
        raise DefinitionError(f"{name}: not a name of a dimension or grain")
    if name in GRAINS:
        return GRAINS[name].format(_own(body, _text(body, "time")))
    for each in _list(body, "dimensions"):
        if isinstance(each, Mapping) and each.get("name") == name:
            return _text(each, "expression")
    if name != body.get("time") and name not in _dimensions(body):
        raise DefinitionError(f"{body.get('name') or body.get('id')}: has no dimension {name}")
    return _own(body, name)


def _own(body: Mapping[str, Any], column: str) -> str:
    """Return a column of the model itself, which a joined model can have as well."""
    return f"base.{column}" if _joins(body) and _NAME.match(column) else column


def _grain_in(body: Mapping[str, Any], by: Sequence[str]) -> tuple[str, list[str]]:
    grains = [each for each in by if each in GRAINS]
    if len(grains) != 1:
        raise DefinitionError(f"metric {body.get('name')}: needs exactly one of {', '.join(GRAINS)}")
    return grains[0], [each for each in by if each != grains[0]]


def _aggregated(measure: Mapping[str, Any]) -> str:
    found = AGGREGATES[_one_of(measure, "aggregate", AGGREGATES)].format(_text(measure, "expression"))
    return f"{found} filter (where {measure['filter']})" if measure.get("filter") else found


def _named_measures(dataset: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for each in _parts(dataset, "measures"):
        name = _text(each, "name")
        if not _NAME.match(name) or name in found:
            raise DefinitionError(f"dataset {dataset.get('name')}: {name} is not a name, or that of two measures")
        found[name] = each
    return found


def _measure(dataset: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = _named_measures(dataset)
    if name not in found:
        raise DefinitionError(f"dataset {dataset.get('name')}: has no measure {name}")
    return found[name]


def _dimensions(body: Mapping[str, Any]) -> list[str]:
    return [str(each.get("name")) if isinstance(each, Mapping) else str(each) for each in _list(body, "dimensions")]


def _conditions(body: Mapping[str, Any]) -> list[str]:
    return [str(each) for each in ([body["filter"]] if body.get("filter") else []) + _list(body, "filters")]


def _charts(body: Mapping[str, Any]) -> list[str]:
    rows = [str(each) for row in _list(body, "rows") for each in (row if isinstance(row, list) else [row])]
    return [name for name in (*_names(body, "charts"), *rows) if _NAME.match(name)]


def _joins(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return _parts(body, "joins")


def _parts(body: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = _list(body, key)
    if not all(isinstance(each, Mapping) for each in found):
        raise DefinitionError(f"{key}: each should have fields")
    return found


def _keys(join: Mapping[str, Any]) -> Mapping[str, Any]:
    found = join.get("keys")
    if not found or not isinstance(found, Mapping):
        raise DefinitionError("a join has no keys")
    return found


def _names(body: Mapping[str, Any], key: str) -> list[str]:
    return [str(each) for each in _list(body, key)]


def _list(body: Mapping[str, Any], key: str) -> list[Any]:
    found = body.get(key) or []
    if not isinstance(found, list):
        raise DefinitionError(f"{key}: should be a list")
    return found


def _text(body: Mapping[str, Any], key: str) -> str:
    if body.get(key) is None:
        raise DefinitionError(f"{body.get('name') or body.get('id') or 'a part'}: has no {key}")
    return str(body[key])


def _number(body: Mapping[str, Any], key: str) -> int:
    found = _text(body, key)
    if not found.isdecimal() or not 1 <= int(found) <= 1000:
        raise DefinitionError(f"metric {body.get('name')}: {key} should be a number of periods")
    return int(found)


def _one_of(body: Mapping[str, Any], key: str, options: Iterable[str]) -> str:
    if (found := _text(body, key)) not in options:
        raise DefinitionError(f"{key}: {found} is none of {', '.join(options)}")
    return found


def main(arguments: Sequence[str]) -> int:
    """Run one command and print its rows. Return 1 if a check finds rows."""
    import argparse
    from pathlib import Path

    import duckdb
    import yaml

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--by", default="", help="dimensions and grains of a metric, separated by commas")
    parser.add_argument("--sql", action="store_true", help="print the query instead of its rows")
    options = parser.parse_args(arguments)
    root = Path(__file__).resolve().parents[1]
    found = []
    for path in sorted(root.glob("bi/*/*/*.yml")):
        body = yaml.safe_load(path.read_text(encoding="utf-8"))
        found.append(BiDefinition(body["kind"], str(body.get("name") or body.get("id")), str(path), body))
    with duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        for database in ("raw", "warehouse"):
            connection.execute(f"attach '{root / database}.duckdb' as {database} (read_only)")
        connection.execute("use warehouse")
        listed = "select schema_name, {0}_name from duckdb_{0}s() where database_name = 'warehouse' and not internal"
        rows = connection.execute(f"{listed.format('table')} union all {listed.format('view')}").fetchall()
        layer = BiLayer(found, {name: f'"warehouse"."{schema}"."{name}"' for schema, name in rows})
        names = options.names or [each.name for each in found if each.kind == options.kind]
        failed = 0
        for name in names:
            by = [each for each in options.by.split(",") if each]
            sql = layer.metric(name, by) if options.kind == "metric" and by else layer.query(options.kind, name)
            if options.sql:
                print(sql)
                continue
            result = connection.sql(f"select * from (\n{sql}\n) order by all")
            if options.kind == "check":
                count = len(result)
                failed += count > 0
                print(f"{name}: {f'{count} rows disagree' if count else 'agrees'}")
                if not options.names or not count:
                    continue
            print(result)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
