"""Compares relations by value if they are not bitwise identical. Numbers or times of different types can be equal."""

from __future__ import annotations

import re
from typing import Any

from headwater.dbt.engine import DuckDBConnection, Plan, RelationContent, Runner, StatementError

# A sum of floating-point numbers depends on the order in which rows are added.
_DIGITS = 6
_NUMBER = re.compile(r"(DECIMAL\(.*\)|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)$")
_TIME = re.compile(r"(DATE|TIMESTAMP(_S|_MS|_NS)?( WITH TIME ZONE)?)$")
_MOST_ROWS = 2_000_000


def may_hold(actual: RelationContent | None, expected: RelationContent) -> bool:
    """Return whether ``actual`` has as many rows as ``expected``, and may contain all of its values. See `may_have`."""
    return actual is not None and actual.rows == expected.rows and may_have(actual, expected)


def may_have(actual: RelationContent, expected: RelationContent) -> bool:
    """Return whether ``actual`` has all columns of ``expected`` with comparable types.

    Numbers, times and equal types are comparable.
    """
    return _kinds(expected).items() <= _kinds(actual).items()


def values_of(uid: str, content: RelationContent, plan: Plan, connection: DuckDBConnection, runner: Runner) -> Any:
    """Return two sums of a relation's row hashes over the given columns, or None if the relation cannot be read."""
    hashed = _hashed(uid, content, plan, connection)
    try:
        runner.ensure(uid)
        return connection.rows(f"select sum(h::hugeint), sum(hash(h, 1)::hugeint) from ({hashed})")[0]
    except StatementError:
        return None


def rows_of(
    uid: str, content: RelationContent, plan: Plan, connection: DuckDBConnection, runner: Runner
) -> dict[int, int] | None:
    """Return the number of rows for each hash over the given columns, or None if the relation cannot be read."""
    hashed = _hashed(uid, content, plan, connection)
    try:
        runner.ensure(uid)
        found = connection.rows(f"select h, count(*) from ({hashed}) group by h limit {_MOST_ROWS + 1}")
    except StatementError:
        return None
    return dict(found) if len(found) <= _MOST_ROWS else None


def _hashed(uid: str, content: RelationContent, plan: Plan, connection: DuckDBConnection) -> str:
    kinds = _kinds(content)
    values = [_value('"' + name.replace('"', '""') + '"', kinds[name]) for name, _ in sorted(content.columns)]
    return f"select hash({', '.join(values)}) as h from {plan.steps[uid].relation.within(connection.database)}"


def _value(name: str, kind: str) -> str:
    match kind:
        case "number":
            return f"round({name}::double, {_DIGITS}) + 0"  # adding zero turns negative zero into positive zero
        case "time":
            return f"{name}::timestamp"
        case _:
            return name


def _kinds(content: RelationContent) -> dict[str, str]:
    return {name: _kind(kind) for name, kind in content.columns}


def _kind(kind: str) -> str:
    if _NUMBER.match(kind):
        return "number"
    return "time" if _TIME.match(kind) else kind
