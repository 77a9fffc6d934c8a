"""Compute the expected tables from the starting state and the topic, and compare them with a state."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache

from headwater.grading import Completed, Graded, Message, QueryError, Result, State, expect
from headwater.services import ClickHouseClient, KafkaClient

TOPIC, GROUP, PARTITIONS = "usage", "metering", 6
CLICKHOUSE_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST_NEW_EVENT = datetime(2026, 5, 31, 9, tzinfo=UTC)
"""The time of the first of the checks' own events."""

Rows = list[tuple[object, ...]]
Event = tuple[str, int, str, Decimal, int]
"""Id, account, meter, units, milliseconds since 1970."""

Group = tuple[int, str, int]
Sums = tuple[int, Decimal, int]

GROUPS = """
    select account, toString(meter), toInt64(toUnixTimestamp(toStartOfDay(at))) as day,
           toInt64(count()), sum(units), sum(toUnixTimestamp64Milli(at) % 86400000)
    from usage.events group by account, meter, day
"""
LETTERS = "select toInt64(kafka_partition), toInt64(kafka_offset), hex(payload) from usage.rejected order by 1, 2"


def parse(payload: bytes | None) -> Event | None:
    """Parse the event in a message; return None if it is invalid according to docs/consumer.md."""
    try:
        content = json.loads((payload or b"").decode())
        event_id, account, meter = content["id"], content["account"], content["meter"]
        fit = type(account) is int and 0 < account < 1 << 32 and 0 < len(event_id) <= 64 and len(meter) > 0
        fit = fit and re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", content["units"]) is not None
        at = datetime.strptime(content["at"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
        fit = fit and 2020 <= at.year < 2100 and len(content["at"]) == 24
        _ = event_id.encode() + meter.encode()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if not fit:
        return None
    return event_id, account, meter, Decimal(content["units"]), (at - EPOCH) // timedelta(milliseconds=1)


@dataclass(frozen=True)
class Truth:
    """The expected contents of the tables in ClickHouse.

    Attributes:
        events: The events in the topic that were not stored at the start, keyed by id.
        groups: The number, units and times of all events, stored at the start or not, per account, meter and day.
        rejected: The bad messages.
        ends: The end offset of each partition.
    """

    events: dict[str, Event]
    groups: dict[Group, Sums]
    rejected: Rows
    ends: dict[int, int]


@cache
def _stored_at_start(graded: Graded) -> tuple[frozenset[str], dict[Group, Sums]]:
    clickhouse = graded.starting.clickhouse
    ids = frozenset(str(row[0]) for row in clickhouse.query("select id from usage.events"))
    return ids, _groups(clickhouse)


def _groups(clickhouse: ClickHouseClient) -> dict[Group, Sums]:
    return {row[:3]: row[3:] for row in clickhouse.query(GROUPS)}


def truth(graded: Graded, kafka: KafkaClient) -> Truth:
    """Compute the expected contents from a state's topic."""
    known, stored = _stored_at_start(graded)
    events: dict[str, Event] = {}
    rejected: Rows = []
    ends: dict[int, int] = {}
    for message in kafka.messages(TOPIC):
        event = parse(message.value)
        if event is None:
            rejected.append((message.partition, message.offset, (message.value or b"").hex().upper()))
        elif event[0] not in known:
            events[event[0]] = event
        ends[message.partition] = max(ends.get(message.partition, 0), message.offset + 1)
    groups = dict(stored)
    for _, account, meter, units, at in events.values():
        key = (account, meter, at // 86_400_000 * 86_400)
        count, total, times = groups.get(key, (0, Decimal(0), 0))
        groups[key] = (count + 1, total + units, times + at % 86_400_000)
    return Truth(events, groups, rejected, ends)


def describe_errors(graded: Graded, state: State | Graded, expected: Truth | None = None) -> str:
    """Describe how a state's tables differ from the expected ones; return an empty string if they agree."""
    expected = expected or truth(graded, state.kafka)
    try:
        found = _groups(state.clickhouse)
        duplicates = int(state.clickhouse.scalar("select count() - uniqExact(id) from usage.events") or 0)
        letters = state.clickhouse.query(LETTERS)
    except QueryError as error:
        return f"ClickHouse refuses: {error}"
    faults = []
    if found != expected.groups:
        rows, all_rows = (sum(sums[0] for sums in groups.values()) for groups in (found, expected.groups))
        other = sum(1 for key in found.keys() | expected.groups.keys() if found.get(key) != expected.groups.get(key))
        faults.append(f"{rows} events instead of {all_rows}, other sums for {other} accounts, meters and days")
    if duplicates:
        faults.append(f"{duplicates} rows more than ids")
    if letters != expected.rejected:
        faults.append(
            f"{len(letters)} rejected messages; {len(set(expected.rejected) - set(letters))} missing or other"
        )
    return "; ".join(faults)


def ended_right(completed: Completed, fault: str, what: str) -> Result:
    """Pass if a run exited with 0 and the tables are right."""
    ended = f"exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(completed.exit_code == 0 and not fault, f"{what} the run {ended}; tables: {fault or 'right'}")


def new_message(number: int, days_late: int = 0) -> bytes:
    """Return a new message; the same number produces the same event."""
    at = FIRST_NEW_EVENT + timedelta(milliseconds=number * 17 % 40_000_000) - timedelta(days=days_late)
    content = {
        "id": f"news{number:09d}",
        "account": 1000 + number * 7 % 180,
        "meter": ("cpu_hours", "egress_gb", "requests")[number % 3],
        "units": f"{number % 9000}.{number % 1000:03d}",
        "at": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z",
    }
    return json.dumps(content).encode()


def produce(state: State, payloads: Iterable[bytes | None]) -> None:
    """Send messages to the partitions round-robin."""
    messages = (Message(payload, partition=n % PARTITIONS) for n, payload in enumerate(payloads))
    state.kafka.produce(TOPIC, messages)


def command(graded: Graded) -> str:
    """Return the command that starts a run."""
    assert graded.config.entrypoint is not None
    return graded.config.entrypoint.command


def run(graded: Graded, state: State, seconds: int = 8, **env: str) -> Completed:
    """Run the consumer with a shorter time limit than the default, because the checks send few messages."""
    return state.run(command(graded), {"RUN_SECONDS": str(seconds)} | env, timeout_sec=60)


SET_BACK = """
import os
from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient
admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
group = ConsumerGroupTopicPartitions(GROUP, [TopicPartition(TOPIC, number, 0) for number in range(PARTITIONS)])
admin.alter_consumer_group_offsets([group])[GROUP].result(10)
"""


def set_back(state: State) -> None:
    """Reset the group's offsets to the start of all partitions."""
    names = f"TOPIC, GROUP, PARTITIONS = {TOPIC!r}, {GROUP!r}, {PARTITIONS}\n"
    state.write(".set_back", names + SET_BACK)
    completed = state.run("python3 -I .set_back", timeout_sec=30)
    if completed.exit_code:
        raise QueryError(f"Kafka refused: {completed.tail}")


EVENTS = ("Query", "InsertedRows", "SelectedRows")


def work(clickhouse: ClickHouseClient) -> dict[str, int]:
    """Return the cost of the statements run by the consumer's database user."""
    sums = ", ".join(f"sum(ProfileEvents['{event}'])" for event in EVENTS)
    rows = clickhouse.query(f"select {sums} from system.user_processes where user = 'app'")
    return dict(zip(EVENTS, map(int, rows[0]), strict=True))


def count(state: State | Graded) -> int:
    """Return the number of rows in usage.events."""
    return int(state.clickhouse.scalar("select count() from usage.events") or 0)
