"""Databases generated from a short description; its constraints are the labels, and are left out of the database.

::

    sales.orders 300             a table and its number of rows
      id          id@100 pk      numbers from 100 on
      customer_id -> customers   a foreign key, to the other table's key
      manager_id? -> staff.no    with nulls; to a column by name
      kind        cat a|b|c
      !pk order_id line_no       a composite key
      !fk a b -> other x y       a composite foreign key

Types: ``id[@start]``, ``big`` (numbers all over a wide range), ``uuid``, ``code<n>``, ``of<n> type`` (one of n),
``hash``, ``int lo hi``, ``seq`` (counts within the first column of the key), ``cat a|b``, ``name``, ``text``,
``email``, ``date``, ``ts``, ``money``, ``real``, ``flag``, ``spine`` (consecutive dates), ``daykey`` (the same as
numbers like 20240131). A mark ``=1`` on a foreign key makes it one-to-one. Every label is checked against the generated
data.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import string
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

Columns = tuple[str, ...]
Place = tuple[str, str]


@dataclass
class ColumnPlan:
    name: str
    type: list[str]
    nullable: bool = False
    to: tuple[Place, str | None] | None = None
    one_to_one: bool = False


@dataclass
class TablePlan:
    place: Place
    rows: int
    columns: list[ColumnPlan] = field(default_factory=list)
    key: Columns = ()
    foreign: list[tuple[Columns, Place, Columns]] = field(default_factory=list)

    def column(self, name: str) -> ColumnPlan:
        return next(column for column in self.columns if column.name == name)


@dataclass(frozen=True)
class Labels:
    keys: frozenset[tuple[Place, frozenset[str]]]
    foreign: frozenset[tuple[Place, frozenset[tuple[str, str]], Place]]


def parse(text: str) -> dict[Place, TablePlan]:
    plans: dict[Place, TablePlan] = {}
    current: TablePlan | None = None
    for line in text.splitlines():
        parts = line.split()
        if not parts:
            continue
        if not line.startswith(" "):
            current = TablePlan(_place(parts[0], "main"), int(parts[1]))
            plans[current.place] = current
            continue
        assert current is not None
        if parts[0] == "!pk":
            current.key = tuple(parts[1:])
        elif parts[0] == "!fk":
            arrow = parts.index("->")
            target = _place(parts[arrow + 1], current.place[0])
            current.foreign.append((tuple(parts[1:arrow]), target, tuple(parts[arrow + 2 :])))
        else:
            _add_column(current, parts)
    return plans


def _add_column(table: TablePlan, parts: list[str]) -> None:
    name = parts[0].removesuffix("?")
    column = ColumnPlan(name, [], nullable=parts[0].endswith("?"))
    rest = parts[1:]
    if "pk" in rest:
        table.key = (name,)
        rest.remove("pk")
    if "=1" in rest:
        column.one_to_one = True
        rest.remove("=1")
    if "->" in rest:
        arrow = rest.index("->")
        target, _, key = rest[arrow + 1].partition("#")
        column.to = (_place(target, table.place[0]), key or None)
        rest = rest[:arrow]
    column.type = rest
    table.columns.append(column)


def _place(text: str, schema: str) -> Place:
    first, dot, second = text.rpartition(".")
    return (first, second) if dot else (schema, second)


def labels(plans: dict[Place, TablePlan]) -> Labels:
    keys = {(plan.place, frozenset(plan.key)) for plan in plans.values() if plan.key}
    foreign = set()
    for plan in plans.values():
        for column in plan.columns:
            if column.to is not None:
                target = column.to[0]
                foreign.add((plan.place, frozenset({(column.name, column.to[1] or plans[target].key[0])}), target))
        for columns, target, to_columns in plan.foreign:
            foreign.add((plan.place, frozenset(zip(columns, to_columns, strict=True)), target))
    return Labels(frozenset(keys), frozenset(foreign))


def build(text: str, name: str, path: Path) -> Labels:
    """Write the database without any constraint, and return the labels."""
    plans = parse(text)
    data: dict[Place, dict[str, list[Any]]] = {}
    for place in plans:
        _fill(plans, place, data, random.Random(f"{name}{place}"))
    with duckdb.connect(str(path)) as connection:
        for place, plan in plans.items():
            _check(plans, plan, data)
            frame = pa.table({column.name: data[place][column.name] for column in plan.columns})
            connection.register("made", frame)
            connection.execute(f'create schema if not exists "{place[0]}"')
            connection.execute(f'create table "{place[0]}"."{place[1]}" as select * from made')
            connection.unregister("made")
    return labels(plans)


def _fill(
    plans: dict[Place, TablePlan], place: Place, data: dict[Place, dict[str, list[Any]]], rng: random.Random
) -> None:
    if place in data:
        return
    plan = plans[place]
    values: dict[str, list[Any]] = {}
    data[place] = values  # tables may refer to each other, so single-column keys come first
    if len(plan.key) == 1:
        key = plan.column(plan.key[0])
        if key.to is not None:
            _fill(plans, key.to[0], data, rng)
        values[key.name] = _values(plans, plan, key, values, data, rng)
    for columns, target, to_columns in plan.foreign:  # choose whole parent rows, so that the combinations exist
        _fill(plans, target, data, rng)
        parent = data[target]
        picked = [rng.randrange(plans[target].rows) for _ in range(plan.rows)]
        if set(columns) >= set(plan.key):
            picked = rng.sample(range(plans[target].rows), plan.rows)
        for name, to_name in zip(columns, to_columns, strict=True):
            values[name] = [parent[to_name][index] for index in picked]
    for column in plan.columns:
        if column.to is not None and column.to[0] != place:
            _fill(plans, column.to[0], data, rng)
    if len(plan.key) > 1:
        _fill_key(plans, plan, values, data, rng)
    for column in plan.columns:
        if column.name not in values:
            values[column.name] = _values(plans, plan, column, values, data, rng)


def _fill_key(
    plans: dict[Place, TablePlan],
    plan: TablePlan,
    values: dict[str, list[Any]],
    data: dict[Place, dict[str, list[Any]]],
    rng: random.Random,
) -> None:
    """Fill in distinct key combinations: a counter within the other columns, or a choice of all combinations."""
    columns = [plan.column(name) for name in plan.key]
    counters = [column for column in columns if column.type[:1] == ["seq"]]
    others = [column for column in columns if column not in counters]
    if counters:
        for column in others:
            if column.name not in values:
                values[column.name] = _values(plans, plan, column, values, data, rng)
        counts: dict[Any, int] = {}
        values[counters[0].name] = []
        for combination in zip(*(values[column.name] for column in others), strict=True):
            counts[combination] = counts.get(combination, 0) + 1
            values[counters[0].name].append(counts[combination])
        return
    if all(column.name in values for column in columns):
        return
    free = [column for column in columns if column.name not in values]
    domains = []
    for column in free:
        if column.to is not None:
            target, key = column.to
            domains.append(list(dict.fromkeys(data[target][key or plans[target].key[0]])))
        else:
            domains.append(list(dict.fromkeys(_values(plans, plan, column, values, data, rng))))
    fixed = [column for column in columns if column.name in values]
    if fixed:  # the key includes columns of a parent: distribute the free columns over each parent row
        pool: dict[Any, list[Any]] = {}
        for column in free:
            values[column.name] = []
        for combination in zip(*(values[column.name] for column in fixed), strict=True):
            waiting = pool.setdefault(combination, _shuffled(list(itertools.product(*domains)), rng))
            for column, value in zip(free, waiting.pop(), strict=True):
                values[column.name].append(value)
        return
    every = list(itertools.product(*domains))
    chosen = rng.sample(every, plan.rows)
    for number, column in enumerate(free):
        values[column.name] = [combination[number] for combination in chosen]


def _shuffled(items: list[Any], rng: random.Random) -> list[Any]:
    rng.shuffle(items)
    return items


def _values(
    plans: dict[Place, TablePlan],
    plan: TablePlan,
    column: ColumnPlan,
    values: dict[str, list[Any]],
    data: dict[Place, dict[str, list[Any]]],
    rng: random.Random,
) -> list[Any]:
    if column.to is not None:
        target, key = column.to
        key = key or plans[target].key[0]
        own = target == plan.place
        pool = list(dict.fromkeys(values[key] if own else data[target][key]))
        if column.one_to_one:
            values_made = rng.sample(pool, plan.rows)
        elif own:  # rows refer to earlier rows of the same table
            values_made = [pool[rng.randrange(max(1, index))] for index in range(plan.rows)]
        else:
            values_made = [rng.choice(pool) for _ in range(plan.rows)]
    else:
        values_made = _plain(column.type, plan.rows, rng)
    if column.nullable:
        values_made = [None if rng.random() < 0.2 else value for value in values_made]
        if column.to is not None and column.to[0] == plan.place:
            values_made[0] = None
    return values_made


def _plain(kind: list[str], rows: int, rng: random.Random) -> list[Any]:
    name, arguments = kind[0], kind[1:]
    if name.startswith("id"):
        start = int(name.partition("@")[2] or 1)
        return list(range(start, start + rows))
    if name.startswith("of"):  # "of90 code6" chooses from 90 codes
        pool = _plain(arguments, int(name[2:]), rng)
        return [rng.choice(pool) for _ in range(rows)]
    if name.startswith("code"):
        return _unique(rows, lambda: "".join(rng.choice(string.ascii_uppercase) for _ in range(int(name[4:]))))
    makers: dict[str, Any] = {
        "int": lambda: rng.randint(int(arguments[0]), int(arguments[1])),
        "cat": lambda: rng.choice(arguments[0].split("|")),
        "name": lambda: " ".join(rng.choice(_WORDS).title() for _ in range(2)),
        "text": lambda: " ".join(rng.choice(_WORDS) for _ in range(rng.randint(3, 9))),
        "email": lambda: f"{rng.choice(_WORDS)}.{rng.choice(_WORDS)}{rng.randint(1, 999)}@example.org",
        "date": lambda: date(2023, 1, 1) + timedelta(days=rng.randrange(700)),
        "ts": lambda: datetime(2023, 1, 1) + timedelta(seconds=rng.randrange(60_000_000)),  # noqa: DTZ001
        "money": lambda: round(rng.uniform(1, 900), 2),
        "real": lambda: rng.gauss(0, 1),
        "flag": lambda: rng.random() < 0.4,
    }
    if name in makers:
        return [makers[name]() for _ in range(rows)]
    first = date(2023, 1, 1)
    match name:
        case "uuid":
            return [str(uuid.UUID(int=rng.getrandbits(128))) for _ in range(rows)]
        case "hash":
            return [hashlib.md5(str(rng.random()).encode()).hexdigest() for _ in range(rows)]
        case "big":
            return _unique(rows, lambda: rng.randrange(10**9, 10**12))
        case "spine":
            return [first + timedelta(days=index) for index in range(rows)]
        case "daykey":
            return [int((first + timedelta(days=index)).strftime("%Y%m%d")) for index in range(rows)]
    raise ValueError(f"unknown type {name}")


def _unique(rows: int, make: Any) -> list[Any]:
    found: dict[Any, None] = {}
    while len(found) < rows:
        found[make()] = None
    return list(found)


def _check(plans: dict[Place, TablePlan], plan: TablePlan, data: dict[Place, dict[str, list[Any]]]) -> None:
    """Check that the generated data agree with the labels."""
    own_rows = data[plan.place]
    if plan.key:
        combinations = list(zip(*(own_rows[name] for name in plan.key), strict=True))
        assert len(set(combinations)) == plan.rows, f"{plan.place} {plan.key}"
        assert all(None not in combination for combination in combinations)
    for place, pairs, target in labels(plans).foreign:
        if place == plan.place:
            ordered = sorted(pairs)
            target_keys = set(zip(*(data[target][name] for _, name in ordered), strict=True))
            own = zip(*(own_rows[name] for name, _ in ordered), strict=True)
            assert all(None in one or one in target_keys for one in own), f"{place} {ordered}"


_WORDS = (
    *("amber", "birch", "cedar", "delta", "ember", "flint", "grove", "haven", "iris"),
    *("jade", "karst", "lumen", "maple", "noble", "ochre", "pearl", "quartz", "river"),
    *("slate", "thorn", "umber", "vivid", "willow", "xenon", "yarrow", "zephyr"),
)
