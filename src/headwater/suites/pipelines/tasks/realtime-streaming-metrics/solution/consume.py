"""Bring analytics.realtime_metrics up to date with the topic. See docs/operations.md."""

import argparse
import logging
import sys
from contextlib import closing

from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaException, Message
from readings import Reading, read
from source import Source
from store import Store


def store_batch(store: Store, batch: list[Message]) -> tuple[int, int]:
    """Store what messages contain. Return the numbers of readings and of unusable messages."""
    readings: list[Reading] = []
    rejected = []
    for message in batch:
        content = read(message.value())
        readings += content.readings
        if content.fault:
            rejected.append((message.partition(), message.offset(), message.value() or b"", content.fault))
    store.reject(rejected)
    store.add(readings)
    return len(readings), len(rejected)


def update(source: Source, store: Store) -> str:
    """Process the new messages. Return the last line of the output."""
    if store.is_new():
        # The offsets of the old program count messages that it lost. They must change before the tables are there.
        source.set_back()
    store.prepare()
    spans = source.spans()
    messages = readings = rejected = 0
    for batch in source.batches(spans):
        counts = store_batch(store, batch)
        source.commit({message.partition(): message.offset() + 1 for message in batch})
        messages, readings, rejected = messages + len(batch), readings + counts[0], rejected + counts[1]
    source.commit({number: end for number, (_, end) in spans.items()})
    return f"messages={messages} readings={readings} rejected={rejected}"


def print_lag(source: Source) -> int:
    """Print the lag of each partition. Return the exit code."""
    lags = {number: end - begin for number, (begin, end) in source.spans().items()}
    for number, lag in lags.items():
        print(f"partition={number} lag={lag}")
    print(f"lag={sum(lags.values())}")
    return 3 if any(lags.values()) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lag", action="store_true", help="print how many messages are unread, and change nothing")
    options = parser.parse_args()
    logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())  # main reports its errors in one line
    try:
        with closing(Source()) as source:
            if options.lag:
                return print_lag(source)
            print(update(source, Store()))
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka failed: {error.args[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
