"""Run the agent's program in a copy, and count what it reads, writes and sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from _parcels import TOPIC, describe_end, fault, last_line

from headwater.grading import Completed, Message, State

REPAIR, COMPARE = "python3 pipeline.py --repair", "python3 pipeline.py --compare"
_PATIENCE_SEC = 15
_POSTGRES = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) filter (where schemaname = 'app'), 0)::bigint,
        coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del) filter (where schemaname <> 'app'), 0)::bigint,
        (select xact_commit from pg_stat_database where datname = current_database())
    from pg_stat_user_tables
"""
_CLICKHOUSE = """
    select sum(ProfileEvents['InsertQuery']), sum(ProfileEvents['InsertedRows']), sum(ProfileEvents['SelectedRows'])
    from system.user_processes where user = 'app'
"""


@dataclass(frozen=True)
class Run:
    """A run of pipeline.py.

    Attributes:
        completed: The finished process.
        fault: What is wrong in ClickHouse after the run, or an empty string.
        read: The number of rows of the application's tables that it read.
        written: The number of rows that it wrote in Postgres.
        commits: The number of transactions that it committed in Postgres.
        inserts: The number of its inserts in ClickHouse.
        inserted: The number of rows that it wrote in ClickHouse.
        selected: The number of rows that it read in ClickHouse.
        sent: The messages that the topic got meanwhile.
    """

    completed: Completed
    fault: str
    read: int
    written: int
    commits: int
    inserts: int
    inserted: int
    selected: int
    sent: list[Message]

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and ClickHouse is right after it."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all figures are right'}"

    @property
    def last_line(self) -> str:
        """The last line that it printed."""
        return last_line(self.completed)


def _counts(state: State) -> list[int]:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    return [int(value or 0) for value in (*state.postgres.query(_POSTGRES)[0], *state.clickhouse.query(_CLICKHOUSE)[0])]


def measured_run(state: State, command: str | None = None, *, compares: bool = True) -> Run:
    """Run a command, by default the entry point, and compare ClickHouse with Postgres after it."""
    ends, before = topic_ends(state), _counts(state)
    completed = state.run(command, timeout_sec=150)
    counts = [after - first for after, first in zip(_counts(state), before, strict=True)]
    return Run(completed, fault(state) if compares else "", *counts, messages_after(state, ends))


def _consumer(state: State) -> Any:
    from confluent_kafka import Consumer

    servers = state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"]
    return Consumer({"bootstrap.servers": servers, "group.id": "checks", "enable.auto.commit": False, "log_level": 2})


def topic_ends(state: State) -> dict[int, int]:
    """Return the number of messages in each partition of the topic."""
    from confluent_kafka import TopicPartition

    partitions = range(state.kafka.topics().get(TOPIC, 0))
    with state.stack.network:
        consumer = _consumer(state)
        places = [TopicPartition(TOPIC, number) for number in partitions]
        ends = {each.partition: consumer.get_watermark_offsets(each, timeout=_PATIENCE_SEC)[1] for each in places}
        consumer.close()
    return ends


def messages_after(state: State, ends: Mapping[int, int]) -> list[Message]:
    """Return the messages of the topic after the given positions, partition by partition."""
    from confluent_kafka import TopicPartition

    now = topic_ends(state)
    waiting = sum(now.values()) - sum(ends.get(number, 0) for number in now)
    found: list[Message] = []
    with state.stack.network:
        consumer = _consumer(state)
        consumer.assign([TopicPartition(TOPIC, number, ends.get(number, 0)) for number in now])
        while len(found) < waiting:
            batch = consumer.consume(min(10_000, waiting - len(found)), timeout=_PATIENCE_SEC)
            if not batch:
                break
            found += [
                Message(each.value(), each.key(), {}, each.partition(), each.offset())
                for each in batch
                if not each.error()
            ]
        consumer.close()
    return sorted(found, key=lambda message: (message.partition, message.offset))
