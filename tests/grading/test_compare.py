"""Comparisons of two states: differences that must be found, and differences that are ignored."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.live import Live

from headwater.grading._compare import database_changes
from headwater.records import ServiceName
from headwater.sandbox import Layers, open_sandbox
from headwater.services import Message, Stack


@contextmanager
def pair(folder: Path, empty: Mapping[ServiceName, Path]) -> Iterator[tuple[Stack, Stack]]:
    """Yield two states of the same services, before and after."""
    sandbox = open_sandbox([folder, *empty.values()])
    stacks = []
    for side in ("before", "after"):
        data = {name: sandbox.mount(Layers((path,), folder / side / name)) for name, path in empty.items()}
        stacks.append(Stack(sandbox, data, folder / side / "logs"))
    with stacks[0], stacks[1]:
        yield stacks[0], stacks[1]
    sandbox.close()


@pytest.fixture(scope="module")
def states(empty_services: dict[ServiceName, Path]) -> Iterator[Live[tuple[Stack, Stack]]]:
    live: Live[tuple[Stack, Stack]] = Live(pair, empty_services)
    yield live
    live.close()


def in_postgres(stacks: tuple[Stack, Stack], before: str, after: str, run_time: bool = False) -> list[str]:
    started = time.time()
    for stack, script in zip(stacks, (before, after), strict=True):
        stack.postgres.execute(f"drop schema if exists x cascade; create schema x; set search_path = x; {script}")
    window = (started, time.time()) if run_time else None
    return list(database_changes(stacks[0], stacks[1], ["postgres"], window))


def in_clickhouse(stacks: tuple[Stack, Stack], before: str, after: str, run_time: bool = False) -> list[str]:
    started = time.time()
    for stack, script in zip(stacks, (before, after), strict=True):
        stack.clickhouse.execute(f"drop database if exists x sync;\ncreate database x;\n{script}\n")
    window = (started, time.time()) if run_time else None
    return list(database_changes(stacks[0], stacks[1], ["clickhouse"], window))


PG = (
    "create table t (id int, name text, paid numeric); insert into t values (1, 'a', 1.5), (2, 'b', 2.5), (3, null, 3);"
)
CH = (
    "create table x.t (id UInt32, name Nullable(String), paid Decimal(9, 2)) engine = MergeTree order by id;\n"
    "insert into x.t values (1, 'a', 1.5), (2, 'b', 2.5), (3, null, 3);\n"
)


@pytest.mark.parametrize(
    ("change", "differences"),
    [
        ("insert into t values (3, null, 3);", ["x.t had 3 rows and has 4"]),
        ("delete from t where id = 1;", ["x.t had 3 rows and has 2"]),
        ("update t set name = 'z' where id = 2;", ["x.t has the same number of rows with other values"]),
        ("update t set name = '' where id = 3;", ["x.t has the same number of rows with other values"]),
        ("update t set paid = 4 - paid where id < 3;", ["x.t has the same number of rows with other values"]),
        (
            "delete from t where id = 1; insert into t values (2, 'b', 2.5);",
            ["x.t has the same number of rows with other values"],
        ),
        ("drop table t;", ["x.t is gone"]),
        ("create table u (id int);", ["x.u is new"]),
        ("alter table t rename to u;", ["x.t is gone", "x.u is new"]),
        ("alter table t add column more int;", ["x.t has other columns"]),
        ("alter table t alter column id type bigint;", ["x.t has other columns"]),
        ("create materialized view v as select 1 as id;", ["x.v is new"]),
    ],
)
def test_a_change_in_postgres_is_seen(states: Live[tuple[Stack, Stack]], change: str, differences: list[str]) -> None:
    assert states(in_postgres, PG, PG + change) == differences


@pytest.mark.parametrize(
    "change",
    [
        "",
        "create table c as select * from t order by id desc; truncate t; insert into t select * from c; drop table c;",
        "update t set paid = paid;",
        "create index on t (id); analyze t;",
    ],
)
def test_the_same_rows_in_postgres_are_not_a_change(states: Live[tuple[Stack, Stack]], change: str) -> None:
    assert states(in_postgres, PG, PG + change) == []


def test_values_that_moved_between_rows_are_seen_though_each_column_has_the_same(
    states: Live[tuple[Stack, Stack]],
) -> None:
    scrambled = "update t set paid = case id when 1 then 2.5 when 2 then 1.5 else paid end;"
    assert states(in_postgres, PG, PG + scrambled) == ["x.t has the same number of rows with other values"]
    other = CH.replace("(1, 'a', 1.5), (2, 'b', 2.5)", "(1, 'a', 2.5), (2, 'b', 1.5)")
    assert states(in_clickhouse, CH, other) == ["x.t has the same number of rows with other values"]


@pytest.mark.parametrize(
    ("change", "differences"),
    [
        ("insert into x.t values (3, null, 3);", ["x.t had 3 rows and has 4"]),
        ("alter table x.t delete where id = 1 settings mutations_sync = 1;", ["x.t had 3 rows and has 2"]),
        (
            "alter table x.t update name = 'z' where id = 2 settings mutations_sync = 1;",
            ["x.t has the same number of rows with other values"],
        ),
        (
            "alter table x.t update name = '' where id = 3 settings mutations_sync = 1;",
            ["x.t has the same number of rows with other values"],
        ),
        ("drop table x.t;", ["x.t is gone"]),
        ("create table x.u (id UInt8) engine = Memory;", ["x.u is new"]),
        ("alter table x.t add column more UInt8;", ["x.t has other columns"]),
        ("alter table x.t modify column paid Float64;", ["x.t has other columns"]),
    ],
)
def test_a_change_in_clickhouse_is_seen(states: Live[tuple[Stack, Stack]], change: str, differences: list[str]) -> None:
    assert states(in_clickhouse, CH, CH + change) == differences


def test_the_same_rows_in_other_parts_are_not_a_change(states: Live[tuple[Stack, Stack]]) -> None:
    one_by_one = CH.split("insert")[0] + "".join(
        f"insert into x.t values {row};\n" for row in ("(3, null, 3)", "(1, 'a', 1.5)", "(2, 'b', 2.5)")
    )
    assert states(in_clickhouse, CH, one_by_one) == []


VERSIONED = (
    "create table x.t (id UInt32, v UInt32) engine = ReplacingMergeTree(v) order by id;\nsystem stop merges x.t;\n"
)


def test_rows_that_a_merge_will_drop_are_not_a_change(states: Live[tuple[Stack, Stack]]) -> None:
    once = VERSIONED + "insert into x.t values (1, 1), (2, 1);\n"
    duplicates = once + "insert into x.t values (1, 1), (2, 1);\n"
    assert states(in_clickhouse, once, duplicates) == []
    newer = once + "insert into x.t values (1, 2);\n"
    assert states(in_clickhouse, once, newer) == ["x.t has the same number of rows with other values"]


def test_sums_that_a_merge_will_make_are_compared_as_sums(states: Live[tuple[Stack, Stack]]) -> None:
    table = "create table x.t (id UInt32, n UInt64) engine = SummingMergeTree order by id;\nsystem stop merges x.t;\n"
    full_table = table + "insert into x.t values (1, 5);\n"
    parts = table + "insert into x.t values (1, 2);\ninsert into x.t values (1, 3);\n"
    assert states(in_clickhouse, full_table, parts) == []
    assert states(in_clickhouse, full_table, parts + "insert into x.t values (1, 3);\n") != []


def test_states_of_aggregates_are_compared_by_their_values(states: Live[tuple[Stack, Stack]]) -> None:
    table = (
        "create table x.t (id UInt32, n AggregateFunction(uniqExact, UInt64)) "
        "engine = AggregatingMergeTree order by id;\nsystem stop merges x.t;\n"
    )

    def insert(numbers: str) -> str:
        return f"insert into x.t select 1, uniqExactState(number) from {numbers} group by 1;\n"

    once = table + insert("numbers(100)")
    assert states(in_clickhouse, once, once + insert("numbers(100)")) == []
    assert states(in_clickhouse, once, once + insert("numbers(101)")) != []


LOADED = "create table t (id int, loaded_at {kind}); insert into t values (1, {value}), (2, {value});"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("timestamptz", "clock_timestamp()"),
        ("timestamp", "clock_timestamp() at time zone 'utc'"),
        ("bigint", "extract(epoch from clock_timestamp())::bigint"),
        ("bigint", "(extract(epoch from clock_timestamp()) * 1000)::bigint"),
        ("double precision", "extract(epoch from clock_timestamp())"),
    ],
)
def test_the_time_of_the_run_is_not_a_change_in_postgres(
    states: Live[tuple[Stack, Stack]], kind: str, value: str
) -> None:
    before = LOADED.format(kind=kind, value="'2020-01-01'" if kind.startswith("time") else "1577836800")
    after = LOADED.format(kind=kind, value=value)
    assert states(in_postgres, before, after, run_time=True) == []
    duplicates = after + f"insert into t values (1, {value});"
    assert states(in_postgres, before, duplicates, run_time=True) == ["x.t had 2 rows and has 3"]
    other = after + "update t set id = 9 where id = 1;"
    assert states(in_postgres, before, other, run_time=True) == ["x.t has the same number of rows with other values"]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("DateTime", "now()"),
        ("DateTime64(3)", "now64(3)"),
        ("UInt32", "toUnixTimestamp(now())"),
        ("UInt64", "toUnixTimestamp64Milli(now64(3))"),
        ("UInt64", "toUnixTimestamp64Nano(now64(9))"),
    ],
)
def test_the_time_of_the_run_is_not_a_change_in_clickhouse(
    states: Live[tuple[Stack, Stack]], kind: str, value: str
) -> None:
    table = f"create table x.t (id UInt32, v {kind}) engine = ReplacingMergeTree order by id;\n"
    before = table + "insert into x.t select number, 1577836800 from numbers(3);\n"
    after = table + f"insert into x.t select number, {value} from numbers(3);\n"
    assert states(in_clickhouse, before, after, run_time=True) == []
    other = table + f"insert into x.t select number + 1, {value} from numbers(3);\n"
    assert states(in_clickhouse, before, other, run_time=True) != []


@pytest.mark.parametrize("value", ["'2025-03-01'", "now() - interval '1 day'"])
def test_another_time_is_a_change(states: Live[tuple[Stack, Stack]], value: str) -> None:
    before = LOADED.format(kind="timestamptz", value="'2020-01-01'")
    after = LOADED.format(kind="timestamptz", value=value)
    assert states(in_postgres, before, after, run_time=True) == ["x.t has the same number of rows with other values"]


def test_names_that_need_quotes_are_compared(states: Live[tuple[Stack, Stack]]) -> None:
    odd = 'create table "Odd.Name" ("a b" int, "select" text, "q""q" int); insert into "Odd.Name" values (1, \'x\', 2);'
    assert states(in_postgres, odd, odd) == []
    changed = odd + 'update "Odd.Name" set "q""q" = 3;'
    assert states(in_postgres, odd, changed) == ["x.Odd.Name has the same number of rows with other values"]
    odd = "create table x.`odd name` (`a b` UInt8, `q``q` UInt8) engine = MergeTree order by `a b`;\n"
    filled = odd + "insert into x.`odd name` values (1, 2);\n"
    assert states(in_clickhouse, filled, filled) == []
    assert states(in_clickhouse, filled, filled.replace("(1, 2)", "(1, 3)")) != []


def test_columns_that_hold_many_values_are_compared(states: Live[tuple[Stack, Stack]]) -> None:
    one = """
        create table x.t (id UInt8, a Array(UInt64), d Array(DateTime), m Map(String, Int64), n Nullable(UInt64),
            l LowCardinality(String), p Tuple(UInt64, DateTime), f Float64) engine = MergeTree order by id;
        insert into x.t values (1, [1], ['2020-01-01'], {'a': 1}, null, 'l', (1, '2020-01-01'), 0.5);
    """
    assert states(in_clickhouse, one, one, run_time=True) == []
    for old, new in (("[1]", "[2]"), ("'a': 1", "'a': 2"), ("null", "0"), ("'l'", "'k'"), ("0.5", "0.25")):
        assert states(in_clickhouse, one, one.replace(old, new), run_time=True) != []


def test_a_column_that_is_added_again_at_the_end_is_another_order(states: Live[tuple[Stack, Stack]]) -> None:
    moved = PG + "alter table t drop column name; alter table t add column name text;"
    assert states(in_postgres, PG, moved) != []


def topics(
    stacks: tuple[Stack, Stack], name: str, before: list[bytes], after: list[bytes], partitions: int
) -> list[str]:
    for stack, number, values in ((stacks[0], 2, before), (stacks[1], partitions, after)):
        stack.kafka.create_topic(name, number)
        stack.kafka.produce(name, [Message(value, key=b"k") for value in values])
    return [change for change in database_changes(stacks[0], stacks[1], ["kafka"], None) if name in change]


def test_topics_are_compared_by_their_messages(states: Live[tuple[Stack, Stack]]) -> None:
    assert states(topics, "same", [b"1", b"2"], [b"1", b"2"], 2) == []
    assert states(topics, "more", [b"1"], [b"1", b"1"], 2) == ["topic more had 1 messages and has 2"]
    assert states(topics, "other", [b"1", b"2"], [b"1", b"3"], 2) == [
        "topic other has the same number of messages with other contents"
    ]
    assert states(topics, "wider", [b"1"], [b"1"], 3) == ["topic wider had 2 partitions and has 3"]


def new_topic(stacks: tuple[Stack, Stack]) -> list[str]:
    stacks[1].kafka.create_topic("only-after", 1)
    return [change for change in database_changes(stacks[0], stacks[1], ["kafka"], None) if "only" in change]


def test_a_new_topic_is_seen(states: Live[tuple[Stack, Stack]]) -> None:
    assert states(new_topic) == ["topic only-after had 0 partitions and has 1"]


def in_redis(stacks: tuple[Stack, Stack], before: str, after: str, run_time: bool = False) -> list[str]:
    started = time.time()
    for stack, commands in zip(stacks, (before, after), strict=True):
        client = stack.service("redis")
        client.execute("FLUSHALL")
        for command in filter(None, commands.replace("NOW", str(int(time.time()))).split("; ")):
            client.execute(*command.split())
    window = (started, time.time()) if run_time else None
    return list(database_changes(stacks[0], stacks[1], ["redis"], window))


KEYS = "SET k 1; HSET h f 1 g 2; RPUSH l 1 2; SADD s a b; ZADD z 1 a; SET e 1 PXAT 4000000000000"


@pytest.mark.parametrize(
    ("change", "differences"),
    [
        ("", []),
        ("SREM s a; SADD s a", []),
        ("SET new 1", ["key new is new"]),
        ("DEL k", ["key k is gone"]),
        ("SET k 2", ["key k has another value"]),
        ("HSET h f 3", ["key h has another value"]),
        ("DEL l; RPUSH l 2 1", ["key l has another value"]),
        ("SADD s c", ["key s has another value"]),
        ("ZADD z 2 a", ["key z has another value"]),
        ("DEL k; RPUSH k 1", ["key k was a string and is a list"]),
        ("PERSIST e", ["key e expires at another time"]),
        ("PEXPIREAT e 4000000000001", ["key e expires at another time"]),
        ("COPY k k DB 2", ["key k of database 2 is new"]),
    ],
)
def test_keys_are_compared(states: Live[tuple[Stack, Stack]], change: str, differences: list[str]) -> None:
    assert states(in_redis, KEYS, f"{KEYS}; {change}") == differences


def test_the_time_of_the_run_is_not_a_change_in_redis(states: Live[tuple[Stack, Stack]]) -> None:
    before, after = "SET at 1577836800; HSET h at 1 n 1", "SET at NOW; HSET h at NOW n 1; PERSIST at"
    assert states(in_redis, before, after, run_time=True) == []
    assert states(in_redis, before, after) != []
    assert states(in_redis, before, after + "; HSET h n 2", run_time=True) == ["key h has another value"]
    assert states(in_redis, "SET k 1 EX 100", "SET k 1 EX 200", run_time=True) == []
    assert states(in_redis, "SET k 1 EX 100", "SET k 1", run_time=True) == ["key k expires at another time"]
