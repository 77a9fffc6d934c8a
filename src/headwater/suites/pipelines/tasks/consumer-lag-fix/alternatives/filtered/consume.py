"""Load usage from Kafka into ClickHouse, as docs/consumer.md describes, and read one batch ahead."""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaException, Message
from metering.messages import RejectedError, read
from metering.source import Source
from metering.store import Rejected, Store


def batches(source: Source, deadline: float) -> Iterator[list[Message]]:
    """Yield batches, and read the next one while the caller processes the current one."""
    with ThreadPoolExecutor(1) as reader:
        following = reader.submit(source.batch, deadline)
        while batch := following.result():
            following = reader.submit(source.batch, deadline)
            yield batch


class Run:
    """One run and its counts."""

    def __init__(self, source: Source, store: Store) -> None:
        self._source, self._store = source, store
        self.read = self.stored = self.rejected = 0

    def work(self, seconds: float) -> None:
        """Process batches until the end or the deadline is reached."""
        for batch in batches(self._source, time.monotonic() + seconds):
            self._handle(batch)
            self._source.commit(batch)
            self.read += len(batch)

    def _handle(self, batch: list[Message]) -> None:
        events, rejected = [], []
        for message in batch:
            payload = message.value()
            try:
                events.append(read(payload))
            except RejectedError as error:
                rejected.append(Rejected(message.partition(), message.offset(), payload or b"", str(error)))
        self._store.reject(rejected)
        self.stored += self._store.add(events)
        self.rejected += len(rejected)


def main() -> int:
    try:
        store = Store()
        with closing(Source()) as source:
            run = Run(source, store)
            run.work(float(os.environ.get("RUN_SECONDS", "20")))
            print(f"read={run.read} stored={run.stored} rejected={run.rejected} lag={source.remaining()}")
    except (ClickHouseError, KafkaException) as error:
        system = "Kafka" if isinstance(error, KafkaException) else "ClickHouse"
        print(f"{system}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
