"""Compute the expected tables from the topic, and read the actual ones."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from _members import expire_members

from headwater.grading import Completed, Graded, Message, QueryError, Result, State, expect
from headwater.services import ClickHouseClient, KafkaClient

TOPIC = "metrics"
GROUP = "metrics-to-clickhouse"
METRICS = "analytics.metrics"
LETTERS = "analytics.metrics_dead_letters"
CLICKHOUSE_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
}
KAFKA_UNREACHABLE = {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"}

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST, LATEST = datetime(2020, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
OLD_UNITS = {"air_temperature": "C", "soil_moisture": "%", "co2": "ppm", "light": "lux", "ph": ""}

Reading = tuple[str, str, str, str, int, float | None]
"""Event, station, metric, unit, milliseconds since 1970, value."""

Rows = list[tuple[object, ...]]


def parse(payload: bytes | None) -> Reading | None:
    """Parse the reading in a message; return None if it is invalid according to docs/messages.md."""
    try:
        content = json.loads((payload or b"").decode())
        schema, value = content["schema"], content["value"]
        texts = [content["event_id"], content["station"], content["metric"]]
        unit = OLD_UNITS[content["metric"]] if schema == 1 else content["unit"]
        if schema == 1:  # noqa: SIM108 - two branches are clearer
            at = EPOCH + timedelta(milliseconds=content["ts_ms"])
        else:
            at = datetime.fromisoformat(content["ts"])
        fit = schema in (1, 2) and EARLIEST <= at < LATEST and all(texts)
        for text in (*texts, unit):
            text.encode()
        number = value is None or (not isinstance(value, bool) and math.isfinite(value))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None
    if not (fit and number):
        return None
    milliseconds = (at - EPOCH) // timedelta(milliseconds=1)
    return texts[0], texts[1], texts[2], unit, milliseconds, None if value is None else float(value)


@dataclass(frozen=True)
class Truth:
    """The valid readings, rejected messages and end offsets in the topic."""

    readings: dict[str, Reading]
    rejected: dict[tuple[int, int], bytes]
    ends: dict[int, int]

    def columns(self, *places: int) -> Rows:
        """Return the given columns of the readings, sorted by event."""
        return [tuple(reading[place] for place in places) for _, reading in sorted(self.readings.items())]


def truth(kafka: KafkaClient) -> Truth:
    """Parse the topic."""
    readings: dict[str, Reading] = {}
    rejected: dict[tuple[int, int], bytes] = {}
    ends: dict[int, int] = {}
    for message in kafka.messages(TOPIC):
        reading = parse(message.value)
        if reading is None:
            rejected[message.partition, message.offset] = message.value or b""
        else:
            readings.setdefault(reading[0], reading)
        ends[message.partition] = max(ends.get(message.partition, 0), message.offset + 1)
    return Truth(readings, rejected, ends)


MILLISECONDS = "toUnixTimestamp64Milli(toDateTime64(ts, 3))"


def stored_readings(clickhouse: ClickHouseClient, columns: str) -> Rows:
    """Return the given columns of the readings in ClickHouse, with a plain SELECT, sorted by event."""
    return clickhouse.query(f"select {columns} from analytics.metrics order by event_id")


def letters(clickhouse: ClickHouseClient) -> Rows:
    """Return the partition, offset and payload of the dead letters, with a plain SELECT."""
    sql = """
        select toInt64(kafka_partition), toInt64(kafka_offset), hex(payload)
        from analytics.metrics_dead_letters order by 1, 2
    """
    return clickhouse.query(sql)


def wanted_letters(expected: Truth) -> Rows:
    """Return the expected dead letters."""
    return [(*place, payload.hex().upper()) for place, payload in sorted(expected.rejected.items())]


def difference(actual: Rows, expected: Rows) -> str:
    """Describe how two lists of rows differ; return an empty string if they are equal."""
    if actual == expected:
        return ""
    actual_rows = set(actual)
    missing = [row for row in expected if row not in actual_rows]
    example = str(missing[:2])[:200]
    return f"{len(actual)} rows instead of {len(expected)}, {len(missing)} missing or other, such as {example}"


def describe_errors(state: State, expected: Truth | None = None) -> str:
    """Compare a state's tables with its topic or with ``expected``; return an empty string if they agree."""
    expected = expected or truth(state.kafka)
    try:
        columns = f"event_id, station, metric, unit, {MILLISECONDS}, value"
        readings = difference(stored_readings(state.clickhouse, columns), expected.columns(0, 1, 2, 3, 4, 5))
        rejected = difference(letters(state.clickhouse), wanted_letters(expected))
    except QueryError as error:
        return f"ClickHouse refuses: {error}"
    return "; ".join(
        f"{what}: {fault}" for what, fault in (("readings", readings), ("dead letters", rejected)) if fault
    )


def ended_right(completed: Completed, fault: str, what: str) -> Result:
    """Pass if a run exited with 0 and the tables are right."""
    ended = f"exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(completed.exit_code == 0 and not fault, f"{what} the run {ended}; tables: {fault or 'as the topic'}")


def reading(number: int, value: float | None = None) -> bytes:
    """Return a valid message; the same number produces the same event."""
    at = datetime(2026, 3, 10, tzinfo=UTC) + timedelta(seconds=13 * number % 2_592_000, milliseconds=number % 1000)
    content = {
        "schema": 2,
        "event_id": f"added-{number:06d}",
        "station": f"gh-{1 + number % 24:02d}",
        "metric": list(OLD_UNITS)[number // 24 % 5],
        "unit": "C",
        "value": number / 8 if value is None else value,
        "ts": at.isoformat(timespec="milliseconds"),
    }
    return json.dumps(content).encode()


def produce(state: State, payloads: Iterable[bytes | None], partitions: int = 4) -> None:
    """Send messages to the partitions round-robin."""
    state.kafka.produce(TOPIC, (Message(payload, partition=n % partitions) for n, payload in enumerate(payloads)))


ADMIN = """
import os
from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient, NewPartitions
admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
"""


def administer(state: State, *lines: str) -> None:
    """Run an administrative change in Kafka."""
    state.write(".administer", ADMIN + "\n".join(lines))
    completed = state.run("python3 -I .administer", timeout_sec=30)
    if completed.exit_code:
        raise QueryError(f"Kafka refused: {completed.tail}")


def set_back(state: State, partitions: int = 4) -> None:
    """Reset the group's offsets to the start of all partitions."""
    parts = ", ".join(f"TopicPartition({TOPIC!r}, {number}, 0)" for number in range(partitions))
    administer(
        state,
        f"group = ConsumerGroupTopicPartitions({GROUP!r}, [{parts}])",
        f"admin.alter_consumer_group_offsets([group])[{GROUP!r}].result(10)",
    )


def delete_group(state: State) -> None:
    """Delete the group, if there is one."""
    administer(
        state,
        "groups = [group.group_id for group in admin.list_consumer_groups().result(10).valid]",
        f"for future in admin.delete_consumer_groups([{GROUP!r}]).values() if {GROUP!r} in groups else ():",
        "    future.result(10)",
    )


def run_again(state: State) -> Completed:
    """Run the entry point again after expiring the group members, as a real broker would have done by then."""
    expire_members(state)
    return state.run()


def work(clickhouse: ClickHouseClient) -> dict[str, int]:
    """Return the cost of the statements run by the consumer's database user.

    This excludes the server's writes to its own log tables.
    """
    events = ("InsertQuery", "InsertedRows", "SelectedRows")
    sums = ", ".join(f"sum(ProfileEvents['{event}'])" for event in events)
    rows = clickhouse.query(f"select {sums} from system.user_processes where user = 'app'")
    return dict(zip(events, map(int, rows[0]), strict=True))


@dataclass(frozen=True)
class Run:
    """A run and its cost."""

    completed: Completed
    inserts: int
    inserted: int
    selected: int


def measure_run(state: State) -> Run:
    """Run the entry point and measure its cost."""
    before = work(state.clickhouse)
    completed = run_again(state)
    after = work(state.clickhouse)
    inserts, inserted, selected = (after[event] - before[event] for event in before)
    return Run(completed, inserts, inserted, selected)


@dataclass(frozen=True)
class Growth:
    """Runs with many messages, none and a few, and the rows that the grower's page then reads."""

    before: int
    loaded: int
    many: Run
    none: Run
    few: Run
    arrived: int
    page: int | None


GROWN = 100_000
FEW = 100


def grow(state: State, page: str) -> Growth:
    """Grow the topic, then run the entry point on it. ``page`` is the query that the process growing the topic runs."""
    before = visible(state)
    produce(state, (reading(number) for number in range(GROWN)))
    many = measure_run(state)
    loaded = visible(state)
    none = measure_run(state)
    produce(state, (reading(GROWN + number) for number in range(FEW)))
    few = measure_run(state)
    return Growth(before, loaded, many, none, few, visible(state) - loaded, merged_rows_read(state, page))


def visible(state: State) -> int:
    """Return the number of readings that a dashboard sees; 0 if the table cannot be read."""
    try:
        return int(state.clickhouse.scalar("select count() from analytics.metrics") or 0)
    except QueryError:
        return 0


def merged_rows_read(state: State, sql: str) -> int | None:
    """Return how many rows a query reads after a merge of all parts, so that merge timing does not matter."""
    engines = "select name from system.tables where database = 'analytics' and engine like '%MergeTree'"
    try:
        for (name,) in state.clickhouse.query(engines):
            state.clickhouse.execute(f"optimize table analytics.`{name}` final")
        return state.clickhouse.rows_read(sql)
    except QueryError:
        return None


def query_of(graded: Graded, path: str) -> str:
    """Return a dashboard query that the task ships."""
    return (graded.workspace.shipped_text(path) or "").strip().rstrip(";")


@cache
def growth(graded: Graded) -> Growth:
    """Run the agent's consumer on a grown topic; all checks share these runs."""
    with graded.copy() as copy:
        return grow(copy, query_of(graded, "queries/station_day.sql"))


@cache
def reference_growth(graded: Graded) -> Growth:
    """Run the reference solution on the grown topic."""
    return grow(graded.reference, query_of(graded, "queries/station_day.sql"))


APPLY_SCHEMA = """
import os, clickhouse_connect
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
text = open("schema.sql").read() + "\\n"
for statement in text.split(";\\n"):
    if statement.strip():
        client.command(statement)
"""


def apply_schema(state: State) -> Completed:
    """Apply schema.sql as the consumer's account."""
    state.write(".apply_schema", APPLY_SCHEMA)
    return state.run("python3 -I .apply_schema")


def catalog(clickhouse: ClickHouseClient) -> dict[str, str]:
    """Return the tables and views in analytics, with their columns."""
    names = [str(name) for (name,) in clickhouse.query("select name from system.tables where database = 'analytics'")]
    return {
        name: str(clickhouse.columns(f"analytics.{name}")) for name in sorted(names) if not name.startswith(".inner")
    }
