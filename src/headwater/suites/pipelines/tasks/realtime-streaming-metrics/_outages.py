"""Run without Kafka or ClickHouse, and ask for the lag, in copies of the agent's state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _agents import expire, many, send, set_back
from _readings import GROUP, TOPIC
from _runs import Run, measured_run
from _tables import hashes

from headwater.grading import Completed, Graded, away

LAG = "python3 consume.py --lag"


@dataclass(frozen=True)
class Outages:
    """Runs that cannot reach a service, and the run after them.

    Attributes:
        clickhouse: The run without ClickHouse.
        password: The run with a wrong password.
        kafka: The run without Kafka.
        lag: The lag without Kafka.
        moved: Whether these runs committed offsets.
        next: The run with both services.
    """

    clickhouse: Completed
    password: Completed
    kafka: Completed
    lag: Completed
    moved: bool
    next: Run


@cache
def outages(graded: Graded) -> Outages:
    """Send messages, run without each of the services, and then run with both."""
    values = many("outage", 3, 40)
    with graded.copy() as copy:
        send(copy, values)
        before = copy.kafka.committed(GROUP, TOPIC)
        clickhouse = copy.run(env=away("clickhouse"), timeout_sec=90)
        password = copy.run(env={"CLICKHOUSE_PASSWORD": away("clickhouse")["CLICKHOUSE_PASSWORD"]}, timeout_sec=90)
        kafka = copy.run(env=away("kafka"), timeout_sec=90)
        lag = copy.run(LAG, env=away("kafka"), timeout_sec=90)
        moved = copy.kafka.committed(GROUP, TOPIC) != before
        return Outages(clickhouse, password, kafka, lag, moved, measured_run(graded, copy, values))


@dataclass(frozen=True)
class Lags:
    """Runs of --lag.

    Attributes:
        before: After seven messages, without ClickHouse.
        is_unchanged: Whether the offsets and the minutes stayed as they were.
        after: After a run.
        expired: After the group was set back, Kafka deleted all messages, and twelve new ones arrived.
    """

    before: Completed
    is_unchanged: bool
    after: Completed
    expired: Completed


@cache
def lags(graded: Graded) -> Lags:
    """Ask for the lag before and after a run, and after messages expired."""
    with graded.copy() as copy:
        send(copy, [b"{}"] * 7)
        state = copy.kafka.committed(GROUP, TOPIC), hashes(copy)
        before = copy.run(LAG, env=away("clickhouse"))
        is_unchanged = (copy.kafka.committed(GROUP, TOPIC), hashes(copy)) == state
        copy.run()
        after = copy.run(LAG)
        set_back(copy)
        expire(copy)
        send(copy, [b"{}"] * 12)
        return Lags(before, is_unchanged, after, copy.run(LAG))
