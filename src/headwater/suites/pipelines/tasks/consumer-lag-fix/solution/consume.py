"""Load usage from Kafka into ClickHouse, as docs/consumer.md describes."""

import os
import sys
import time
from contextlib import closing
from dataclasses import dataclass

from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaException, Message
from metering.messages import Event, RejectedError, read
from metering.source import Source
from metering.store import Rejected, Store

RUN_SECONDS = 20.0


@dataclass
class Counts:
    """The counts of a run."""

    read: int = 0
    stored: int = 0
    rejected: int = 0


def take_apart(batch: list[Message]) -> tuple[list[Event], list[Rejected]]:
    """Separate the events in a batch from the bad messages."""
    events, rejected = [], []
    for message in batch:
        try:
            events.append(read(message.value()))
        except RejectedError as error:
            rejected.append(Rejected(message.partition(), message.offset(), message.value() or b"", str(error)))
    return events, rejected


def run(source: Source, store: Store, seconds: float) -> Counts:
    """Store the available messages, or as many as time allows; commit offsets only after storing."""
    deadline = time.monotonic() + seconds
    counts = Counts()
    while time.monotonic() < deadline and (batch := source.batch(deadline)):
        events, rejected = take_apart(batch)
        counts.stored += store.add(events)
        store.reject(rejected)
        source.commit(batch)
        counts.read += len(batch)
        counts.rejected += len(rejected)
    return counts


def main() -> int:
    seconds = float(os.environ.get("RUN_SECONDS", RUN_SECONDS))
    try:
        store = Store()
        with closing(Source()) as source:
            counts = run(source, store, seconds)
            print(f"read={counts.read} stored={counts.stored} rejected={counts.rejected} lag={source.remaining()}")
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
