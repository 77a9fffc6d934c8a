"""Whatever bytes an agent leaves, the readers of grading raise only failed checks."""

from __future__ import annotations

import os
import random
import socket
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.live import Live, Running, services_on
from tests.properties import any_json, any_text, hostile_bytes, reader_cases

from headwater.errors import QueryError
from headwater.grading import Completed, Graded, Result, ServerClient, Tooling, Workspace, code, expect_equal
from headwater.grading._check import run_check
from headwater.grading._state import read_log
from headwater.records import CheckRecord, Gate, Kind, Outcome, ServiceName
from headwater.services import Message, QueryLimits

pytestmark = pytest.mark.minutes

LIMITS = QueryLimits(seconds=20)
_KEYS = ["id", "name", "rows", "total", "version:", "models:", "select", "password", "port", "host"]
_WORDS = ["select 1", "import os", "{{ ref('x') }}", "localhost:5432", "-- ", "'", "[core]", "a,b,c", "%s"]
VALUES = any_json(_KEYS, _WORDS)
BODIES = hostile_bytes(VALUES)


def require_one_line(error: QueryError) -> None:
    assert str(error).isprintable(), str(error)


def checked(value: object) -> CheckRecord:
    """Return the record of a check that quotes a value, after it was stored and read back."""

    def sees(_: Graded) -> Result:
        result = expect_equal(value, "nothing", "what was left")
        return Result(False, result.message, {"value": value, "in a list": [value]})

    record = run_check(sees, Gate.CORRECT, Kind.TASK, cast("Graded", None), 60)
    assert record.outcome is Outcome.FAILED
    assert record.message.isprintable()
    assert len(record.message) < 2000
    stored = record.model_dump_json()
    assert len(stored) < 4_000_000
    return CheckRecord.model_validate_json(stored)


@reader_cases
@given(VALUES | any_text | st.binary(max_size=40) | st.integers() | st.floats() | st.decimals())
@example(10**5000)
@example("x" * 1_000_000)
@example([["x"] * 100] * 100)
def test_records_of_checks(value: object) -> None:
    checked(value)


@reader_cases
@given(BODIES)
def test_messages(raw: bytes) -> None:
    try:
        checked(Message(raw, offset=3).json())
    except QueryError as error:
        require_one_line(error)


HEADS = [
    b"HTTP/1.1 200 OK\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=\xff\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"HTTP/1.1 " + b"9" * 5000 + b" OK\r\n\r\n",
    b"HTTP/1.1 200 \xe9\xff\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\n",
    b"".join(b"H%d: x\r\n" % n for n in range(200)),
    b"HTTP/9.9 200\r\n",
    b"",
]


@pytest.fixture(scope="module")
def answering() -> Iterator[tuple[int, list[bytes]]]:
    """A server that answers each request with the current content of a list."""
    answer = [b""]
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                connection.recv(4096)
                connection.sendall(answer[0])

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listening.getsockname()[1], answer
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


@reader_cases
@given(st.sampled_from(HEADS), BODIES)
def test_answers_over_http(answering: tuple[int, list[bytes]], head: bytes, body: bytes) -> None:
    port, answer = answering
    answer[0] = head + body
    response = ServerClient(cast("Any", nullcontext()), port).get("/")
    assert 0 <= response.status <= 999
    checked([response.status, response.text, response.json, dict(response.headers)])


@pytest.mark.parametrize("size", [b"-1", b"-9223372036854775808", b"ffffffffffffffffffff"])
def test_an_answer_in_chunks_of_impossible_sizes_is_read_up_to_the_limit(
    answering: tuple[int, list[bytes]], size: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.grading._http._BODY_LIMIT", 1 << 16)
    port, answer = answering
    answer[0] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + b"\r\n" + bytes(1 << 20)
    tracemalloc.start()
    response = ServerClient(cast("Any", nullcontext()), port).get("/")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(response.text) <= 1 << 16
    assert most < 1 << 20


@reader_cases
@given(st.lists(BODIES, max_size=2))
def test_any_output_of_commands_is_read(tmp_path_factory: pytest.TempPathFactory, printed: list[bytes]) -> None:
    log = tmp_path_factory.getbasetemp() / "printed.log"
    log.write_bytes(b"\n".join(printed))
    completed = Completed(1, read_log(log), read_log(log), 0.0)
    checked([completed.tail, completed.last_line])


NAMES = [
    "a.py",
    "b.sql",
    "c.yml",
    "d.json",
    "e.toml",
    "f.sh",
    "g.csv",
    "Dockerfile",
    "h.ini",
    ".env",
    "i.md",
    "j.parquet",
]
OF_ENGINES = [code.connection_literals, code.swallowed_errors]
READERS = [found for name in code.__all__ if name.islower() and (found := getattr(code, name)) not in OF_ENGINES]


@reader_cases
@given(st.sampled_from(NAMES), st.binary(max_size=12), BODIES)
@example("f.sh", b"", "echo a\x0cb \u00a0 c\n".encode())
def test_files(tmp_path_factory: pytest.TempPathFactory, name: str, odd: bytes, content: bytes) -> None:
    root = tmp_path_factory.getbasetemp() / "left"
    shipped = tmp_path_factory.getbasetemp() / "shipped"
    for folder in (root, shipped):
        folder.mkdir(exist_ok=True)
    odd_name = os.fsdecode(odd.translate(None, b"/\0").strip(b".")) + name
    (root / odd_name).write_bytes(content[:20_000])
    try:
        workspace = Workspace(root, shipped)
        assert workspace.files() == [odd_name]
        assert workspace.files("**/*") == workspace.files("*")
        assert workspace.read_text(odd_name) == content[:20_000].decode(errors="replace")
        sources = workspace.sources()
        found = [reader(sources) for reader in READERS]
        found += [read(sources, ["postgres"]) for read in OF_ENGINES]
        checked([workspace.changed(), found])
    finally:
        (root / odd_name).unlink()


@pytest.fixture(scope="module")
def live(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    opened: Live[Running] = Live(services_on, empty_services, tooling, 0, None, LIMITS)
    yield opened
    opened.close()


_POSTGRES = [
    "date 'infinity'",
    "date '-infinity'",
    "date '5874897-12-31'",
    "timestamp '4713-01-01 bc'",
    "timestamptz 'infinity'",
    "time '24:00'",
    "timetz '23:59:59.999999-15:59'",
    "interval '178000000 years'",
    "'NaN'::numeric",
    "'-Infinity'::numeric",
    "1e100000::numeric",
    "'NaN'::float8",
    "1e308::float8 * 0 + 'Infinity'::float8",
    "(-9223372036854775808)::int8",
    "'12.34'::money",
    "'\\xff00'::bytea",
    "'[1, 2'::text",
    "'{\"a\": 1e400}'::jsonb",
    "('[' || repeat('1,', 1000) || '1]')::json",
    "(repeat('[', 3000) || repeat(']', 3000))::json",
    "array[null, 1, 2]",
    "'{{1,2},{3,4}}'::int[]",
    "'[-1:0]={1,2}'::int[]",
    "int4range(1, 10)",
    "tstzrange('-infinity', 'infinity')",
    "'{[1,2],[5,9]}'::int4multirange",
    "daterange('5000000-01-01', null)",
    "inet '::1/0'",
    "cidr '10.0.0.0/8'",
    "macaddr '08:00:2b:01:02:03'",
    "point '(1e400,NaN)'",
    "B'1010'::bit varying",
    "'a''b'::tsvector",
    "'00000000-0000-0000-0000-000000000000'::uuid",
    "row(1, null, 'x,y')",
    "'{}'::xml",
    "null",
    "''::char",
    "'pg_class'::regclass",
    "'<a/>'::text collate \"C\"",
    "repeat(U&'\\2028', 1000)",
    "'1 year'::interval * 1e9",
    "chr(1114111)",
]
_CLICKHOUSE = [
    "toDate('2149-06-06')",
    "toDate32('1900-01-01')",
    "toDateTime64('2299-12-31 23:59:59', 9, 'Asia/Kathmandu')",
    "toDateTime(4294967295)",
    "nan",
    "-inf",
    "toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968')",
    "toUInt256(1)",
    "toDecimal256('1', 70)",
    "toFloat32(1e30)",
    "unhex('ff00fe')",
    "toFixedString(unhex('ff'), 4)",
    "toUUID('00000000-0000-0000-0000-000000000000')",
    "toIPv4('1.2.3.4')",
    "toIPv6('::1')",
    "[1, 2, 3]",
    "[[], [[]]]",
    "map('a', 1, 'a', 2)",
    "(1, 'a', [NULL])",
    "CAST((1, 2), 'Tuple(a Int8, `b c` Int8)')",
    "NULL",
    "[NULL]",
    "CAST('x', 'LowCardinality(Nullable(String))')",
    "CAST('a', 'Enum8(\\'a\\' = -1)')",
    "toIntervalYear(1)",
    "sumState(toUInt8(1))",
    "quantilesState(0.5)(1)",
    "CAST('{\"a\": {\"b\": [1, null]}}', 'JSON')",
    "CAST(1, 'Dynamic')",
    "CAST('x', 'Variant(UInt8, String)')",
    "(1., 2.)::Point",
    "[(0., 0.), (1., 1.)]::Ring",
    "repeat('\\n', 1000)",
    "char(255, 0, 10)",
    "now64(9)",
    "true",
    "toBFloat16(1)",
    "toTime('23:59:59')",
    "'x'::Object('json')",
]


def read_rows(running: Running, engine: str, queries: list[str]) -> list[str]:
    """Return the record of a check that reads each query's rows, or the refusal of the rows."""
    client = getattr(running.stack, engine)
    records = []
    for sql in queries:
        try:
            records.append(checked(client.query(sql)).message)
        except QueryError as error:
            require_one_line(error)
            records.append(str(error))
    return records


def combinations(values: list[str], count: int) -> list[str]:
    """Return queries of each value alone, and of several values together in one row or in many."""
    chance = random.Random(7)
    queries = [f"select {value}" for value in values]
    while len(queries) < count:
        some = chance.sample(values, chance.randint(2, 5))
        queries.append(f"select {', '.join(some)}")
    return queries


CASES = cast("int", reader_cases.max_examples)


@pytest.mark.parametrize(("engine", "values"), [("postgres", _POSTGRES), ("clickhouse", _CLICKHOUSE)])
def test_rows(live: Live[Running], engine: str, values: list[str]) -> None:
    found = live(read_rows, engine, combinations(values, CASES))
    assert len(found) >= CASES
    read = [message for message in found if message.startswith("what was left is")]
    assert len(read) > CASES / 10


def any_messages(count: int) -> list[Message]:
    chance = random.Random(11)

    def some(most: int) -> bytes:
        return chance.randbytes(chance.randint(0, most))

    return [
        Message(
            chance.choice([None, some(60), b"[" * 500, b'{"id": "x"}']),
            chance.choice([None, some(20)]),
            {chance.choice(["a", "é", "漢" * 20, " "]): chance.choice([b"", some(20)])} if number % 3 else {},
        )
        for number in range(count)
    ]


def read_messages(running: Running, messages: list[Message]) -> int:
    """Produce messages and return how many can be read back; each of the others is refused in one line."""
    kafka = running.stack.kafka
    kafka.create_topic("any", 3)
    kafka.produce("any", messages)
    read = kafka.messages("any")
    for message in read:
        try:
            checked([message.json(), message.key, dict(message.headers)])
        except QueryError as error:
            require_one_line(error)
    return len(read)


def test_messages_of_a_topic(live: Live[Running]) -> None:
    assert live(read_messages, any_messages(CASES)) == CASES
