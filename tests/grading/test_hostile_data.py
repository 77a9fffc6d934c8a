"""Whatever data an agent leaves in the services, reading them soon ends, with rows or with a one-line refusal."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.live import Live, Running, services_on

from headwater.errors import QueryError
from headwater.grading import Tooling
from headwater.records import ServiceName
from headwater.services import Message, QueryLimits

LIMITS = QueryLimits(seconds=2, rows=5000, size=4 << 20, memory=1 << 30)
SOON_SEC = 60
"""Far more than any of these takes with limits, far less than without them, and enough for a loaded machine."""


@pytest.fixture(scope="module")
def agent_services(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    """Services with small limits, in which each test leaves its own data."""
    live: Live[Running] = Live(services_on, empty_services, tooling, 0, None, LIMITS)
    yield live
    live.close()


def refusal(running: Running, engine: str, method: str, *args: Any) -> tuple[str, float]:
    """Return the message of a client's refusal, and the time until it was raised."""
    started = time.monotonic()
    try:
        getattr(getattr(running.stack, engine), method)(*args)
    except QueryError as error:
        return str(error), time.monotonic() - started
    return "", time.monotonic() - started


def call(running: Running, engine: str, method: str, *args: Any) -> Any:
    return getattr(getattr(running.stack, engine), method)(*args)


def require_refused(agent_services: Live[Running], engine: str, sql: str, output: str) -> None:
    message, seconds = agent_services(refusal, engine, "query", sql)
    assert message, "it was not refused"
    assert output in message or "timeout" in message.lower()  # whichever limit is reached first
    assert message.isprintable()
    assert seconds < SOON_SEC
    assert agent_services(call, engine, "scalar", "select 1") == 1


POSTGRES = {
    "rows without end": (
        "create view {v} as select generate_series(1, 1000000000000) as n",
        "more than 5000 rows",
    ),
    "a function without end": (
        "create function {v}_f() returns int language plpgsql as $$ begin loop end loop; end $$;"
        "create view {v} as select {v}_f() as n",
        "statement timeout",
    ),
    "a view without end": (
        "create recursive view {v} (n) as select 1 union all select 1 - n from {v}",
        "more than 5000 rows",
    ),
    "a sum without end": (
        "create view {v} as with recursive r(n) as (select 1 union all select 1 - n from r) select sum(n) as n from r",
        "statement timeout",
    ),
    "slow columns": (
        "create view {v} as select pg_sleep(0.5)::text as n from generate_series(1, 1000)",
        "statement timeout",
    ),
    "large values": ("create view {v} as select repeat('x', 100000000) as n", "more than 4 MiB"),
    "notices without end": (
        "create function {v}_f() returns int language plpgsql as "
        "$$ begin loop raise notice 'x'; end loop; end $$; create view {v} as select {v}_f() as n",
        "statement timeout",
    ),
    "days beyond Python": ("create view {v} as select 'infinity'::date as n", "date too large"),
    "times before Python": ("create view {v} as select '4000-01-01 bc'::timestamp as n", "timestamp too small"),
    "deep documents": (
        "create view {v} as select (repeat('[', 5000) || repeat(']', 5000))::json as n",
        "maximum recursion depth",
    ),
}


@pytest.mark.parametrize("what", POSTGRES)
def test_postgres(agent_services: Live[Running], what: str) -> None:
    script, output = POSTGRES[what]
    view = f"pg_{list(POSTGRES).index(what)}"
    agent_services(call, "postgres", "execute", script.format(v=view))
    require_refused(agent_services, "postgres", f"select n from {view}", output)


def test_a_function_cannot_lift_the_limits_of_later_queries(agent_services: Live[Running]) -> None:
    script = """
        create function lift() returns text language sql as
            $$ select set_config('statement_timeout', '0', false) || set_config('lock_timeout', '0', false) $$;
        create view lifted as select lift() as n;
        create function forever() returns int language plpgsql as $$ begin loop end loop; end $$;
    """
    agent_services(call, "postgres", "execute", script)
    assert agent_services(call, "postgres", "query", "select n from lifted") == [("00",)]
    require_refused(agent_services, "postgres", "select forever()", "statement timeout")


def test_a_database_that_lets_nothing_time_out_changes_nothing(agent_services: Live[Running]) -> None:
    agent_services(call, "postgres", "execute", "create database own", "postgres")
    agent_services(call, "postgres", "execute", "alter database own set statement_timeout = 0", "postgres")
    message, seconds = agent_services(refusal, "postgres", "query", "select pg_sleep(1000)", (), "own")
    assert "statement timeout" in message
    assert seconds < SOON_SEC


CLICKHOUSE = {
    "rows without end": ("create view {v} as select number as n from system.numbers", "Limit for result exceeded"),
    "a sum without end": ("create view {v} as select sum(number) as n from system.numbers", "Timeout exceeded"),
    "a view that lifts the limits": (
        "create view {v} as select sum(number) as n from system.numbers "
        "settings max_execution_time = 0, max_result_rows = 0, timeout_overflow_mode = 'break'",
        "",
    ),
    "a table of random rows": ("create table {v} (n UInt64) engine = GenerateRandom", "Limit for result exceeded"),
    "slow columns": (
        "create view {v} as select arrayFold(acc, x -> sipHash64(acc, x, number), range(3000), toUInt64(0)) as n "
        "from system.numbers",
        "",
    ),
    "a slow alias": (
        "create table {v} (a UInt64, n UInt64 alias arrayFold(acc, x -> sipHash64(acc, x, a), range(1000), "
        "toUInt64(0))) engine = MergeTree order by a;\ninsert into {v} select number from numbers(1000000);",
        "",
    ),
    "large values": ("create view {v} as select repeat('x', 900000) as n from numbers(1000)", "more than 4 MiB"),
    "much memory": (
        "create view {v} as select max(length(x)) as n from (select groupArray(number) as x from numbers(1e9))",
        "",
    ),
    "a view without end": (
        "create view {v} as with recursive r as (select 1 as n union all select 1 - n from r) select n from r",
        "",
    ),
}


@pytest.mark.parametrize("what", CLICKHOUSE)
def test_clickhouse(agent_services: Live[Running], what: str) -> None:
    script, output = CLICKHOUSE[what]
    view = f"v_{list(CLICKHOUSE).index(what)}"
    agent_services(call, "clickhouse", "execute", script.format(v=view))
    require_refused(agent_services, "clickhouse", f"select n from {view}", output)


def test_reading_clickhouse_changes_nothing(agent_services: Live[Running]) -> None:
    agent_services(call, "clickhouse", "execute", "create table kept (n UInt8) engine = MergeTree order by n")
    message, _ = agent_services(refusal, "clickhouse", "query", "drop table kept")
    assert "Not enough privileges" in message
    assert agent_services(call, "clickhouse", "has_table", "default.kept")


def many(count: int, size: int) -> list[Message]:
    return [Message(b"x" * size) for _ in range(count)]


def test_a_topic_with_more_messages_or_bytes_than_are_read_is_refused(agent_services: Live[Running]) -> None:
    agent_services(call, "kafka", "create_topic", "many")
    agent_services(call, "kafka", "produce", "many", many(6000, 1))
    agent_services(call, "kafka", "create_topic", "large")
    agent_services(call, "kafka", "produce", "large", many(12, 400_000))
    for topic in ("many", "large"):
        message, seconds = agent_services(refusal, "kafka", "messages", topic)
        assert "more than 5000 messages or 4 MiB" in message
        assert seconds < SOON_SEC


def make_wide_topic(running: Running, name: str, partitions: int) -> None:
    """Create a topic with the wire protocol, because librdkafka refuses so many partitions."""
    topic = struct.pack(">h", len(name)) + name.encode() + struct.pack(">ihii", partitions, 1, 0, 0)
    body = struct.pack(">i", 1) + topic + struct.pack(">i?", 20_000, False)
    request = struct.pack(">hhihi", 19, 2, 1, -1, 0)[:10] + body
    with running.stack.network, socket.create_connection(("127.0.0.1", 9092), timeout=30) as connection:
        connection.sendall(struct.pack(">i", len(request)) + request)
        assert connection.recv(4)


@pytest.mark.minutes
def test_a_topic_with_two_million_partitions_is_refused_soon(
    empty_services: dict[ServiceName, Path], tooling: Tooling
) -> None:
    """This test has its own broker, which is unusable afterwards."""
    kafka = {"kafka": empty_services["kafka"]}
    live: Live[Running] = Live(services_on, kafka, tooling, 0, None, LIMITS)
    try:
        live(make_wide_topic, "wide", 2_000_000)
        message, seconds = live(refusal, "kafka", "messages", "wide")
    finally:
        live.close()
    assert message
    assert message.isprintable()
    assert seconds < SOON_SEC


def test_a_topic_with_many_partitions_is_not_read(agent_services: Live[Running]) -> None:
    agent_services(call, "kafka", "create_topic", "many-parts", 2000)
    assert (
        agent_services(refusal, "kafka", "messages", "many-parts")[0]
        == "the topic has 2000 partitions; 1000 can be read"
    )


@pytest.mark.parametrize("value", [b"[" * 300_000, b"\xff", b"", b"NaN", b"1" + b"0" * 5000, b'{"a":1e999}'])
def test_messages_that_are_not_json_are_refused_in_one_line(value: bytes) -> None:
    with pytest.raises(QueryError, match="message at offset 7 is not JSON") as refused:
        Message(value, offset=7).json()
    assert str(refused.value).isprintable()
