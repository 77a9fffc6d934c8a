"""Load usage from Kafka into ClickHouse: see docs/consumer.md."""

import os
import sys
import time
from contextlib import closing

from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaException
from metering.messages import RejectedError, read
from metering.source import Source
from metering.store import Store

RUN_SECONDS = 20.0


def run(source: Source, store: Store, seconds: float) -> str:
    """Store the available messages, or as many as the time allows; return the last line of output."""
    deadline = time.monotonic() + seconds
    count = stored = rejected = 0
    while (message := source.next()) is not None:
        try:
            event = read(message.value())
        except RejectedError as error:
            store.reject(message.partition(), message.offset(), message.value() or b"", str(error))
            rejected += 1
        else:
            stored += store.add(event)
        source.commit(message)
        count += 1
        if time.monotonic() > deadline:
            break
    return f"read={count} stored={stored} rejected={rejected} lag={source.remaining()}"


def main() -> int:
    seconds = float(os.environ.get("RUN_SECONDS", RUN_SECONDS))
    try:
        store = Store()
        with closing(Source()) as source:
            print(run(source, store, seconds))
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
