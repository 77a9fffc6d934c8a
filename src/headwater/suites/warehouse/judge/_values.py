"""Whether relations that are not the same to the bit hold the same values: numbers of another type or last digit."""

from __future__ import annotations

import re
from typing import Any

from headwater.suites.warehouse.engine import Connection, Content, Plan, Runner, StatementError

_DIGITS = 6
_NUMBER = re.compile(r"(DECIMAL\(.*\)|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)$")


def may_hold(mine: Content | None, theirs: Content) -> bool:
    """Whether one has as many rows as the other and all of its columns: numbers for numbers, else the same types."""
    return mine is not None and mine.rows == theirs.rows and _kinds(theirs).items() <= _kinds(mine).items()


def values_of(uid: str, wanted: Content, plan: Plan, connection: Connection, runner: Runner) -> Any:
    """Return two sums of hashes of a relation's rows, of the columns wanted; None if it cannot be read."""
    names = {name: '"' + name.replace('"', '""') + '"' for name, _ in sorted(wanted.columns)}
    kinds = _kinds(wanted)
    # plus zero, for there is one below zero
    values = [
        f"round({names[name]}::double, {_DIGITS}) + 0" if kinds[name] == "number" else names[name] for name in names
    ]
    relation = plan.steps[uid].relation.within(connection.database)
    try:
        runner.ensure(uid)
        hashed = f"select hash({', '.join(values)}) as h from {relation}"
        return connection.rows(f"select sum(h::hugeint), sum(hash(h, 1)::hugeint) from ({hashed})")[0]
    except StatementError:
        return None


def _kinds(content: Content) -> dict[str, str]:
    return {name: "number" if _NUMBER.match(kind) else kind for name, kind in content.columns}
