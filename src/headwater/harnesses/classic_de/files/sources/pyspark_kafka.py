"""Lets Spark read and write Kafka in batches: `spark.read.format("kafka_topic").option("subscribe", "orders").load()`.

The columns are those of Spark's own source, which is not installed: key, value, topic, partition, offset, timestamp.
The options are `subscribe` (one topic), `startingOffsets` ("earliest" or JSON, as in Spark's source) and
`endingOffsets` ("latest" or JSON). Writing takes the column `value`, optionally the column `key`, and the option
`topic`.
"""

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceWriter, InputPartition, WriterCommitMessage

COLUMNS = "key binary, value binary, topic string, partition int, offset bigint, timestamp timestamp"
SECONDS = 30
MESSAGES_AT_ONCE = 10_000


def consumer():
    """Return a consumer that joins no group and commits nothing."""
    return Consumer(
        {
            "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
            "group.id": "spark-without-group",
            "enable.auto.commit": False,
            "enable.partition.eof": True,
        }
    )


@dataclass
class Range(InputPartition):
    """The offsets to read from a partition, excluding the end."""

    number: int
    start: int
    end: int


class DefaultSource(DataSource):
    """A topic in the trial's Kafka."""

    @classmethod
    def name(cls):
        """Return the name to pass to `format`."""
        return "kafka_topic"

    def schema(self):
        """Return the columns."""
        return COLUMNS

    def reader(self, schema):
        """Return the reader."""
        return Reader(self.required("subscribe"), self.options)

    def writer(self, schema, overwrite):
        """Return the writer, which produces messages."""
        if "value" not in schema.names:
            raise ValueError('kafka_topic: column "value" is missing')
        return Writer(self.required("topic"), "key" in schema.names)

    def required(self, option):
        """Return a required option."""
        if option not in self.options:
            raise ValueError(f'kafka_topic: option "{option}" is missing')
        return self.options[option]


class Reader(DataSourceReader):
    """Reads each partition of the topic up to the offset that was its end at planning time."""

    def __init__(self, topic, options):
        self.topic = topic
        self.starting = options.get("startingOffsets", "earliest")
        self.ending = options.get("endingOffsets", "latest")

    def partitions(self):
        """Look up the offsets of each partition."""
        client = consumer()
        try:
            topic = client.list_topics(self.topic, timeout=SECONDS).topics[self.topic]
            if topic.error is not None:
                raise KafkaException(topic.error)
            return [self.range(client, number) for number in sorted(topic.partitions)]
        finally:
            client.close()

    def range(self, client, number):
        """Return the offsets to read from a partition."""
        first, end = client.get_watermark_offsets(TopicPartition(self.topic, number), timeout=SECONDS)
        if self.starting != "earliest":
            first = max(first, json.loads(self.starting)[self.topic].get(str(number), first))
        if self.ending != "latest":
            end = min(end, json.loads(self.ending)[self.topic].get(str(number), end))
        return Range(number, first, end)

    def read(self, partition):
        """Yield the messages."""
        if partition.start >= partition.end:
            return
        client = consumer()
        try:
            client.assign([TopicPartition(self.topic, partition.number, partition.start)])
            offset = partition.start - 1
            while offset < partition.end - 1:
                message = client.poll(SECONDS)
                if message is None:
                    raise TimeoutError(f"kafka_topic: no message of {self.topic} arrived for {SECONDS} s")
                if message.error() is not None and message.error().code() == KafkaError._PARTITION_EOF:
                    break  # the last offsets contain no messages
                if message.error() is not None:
                    raise KafkaException(message.error())
                offset = message.offset()
                if offset < partition.end:
                    at = datetime.fromtimestamp(message.timestamp()[1] / 1000, UTC)
                    yield message.key(), message.value(), self.topic, partition.number, offset, at
        finally:
            client.close()


class Writer(DataSourceWriter):
    """Produces the rows, and waits until the broker has received all of them."""

    def __init__(self, topic, keyed):
        self.topic = topic
        self.keyed = keyed

    def write(self, iterator):
        """Produce the rows of one partition."""
        failed = []

        def delivered(error, message):
            if error is not None:
                failed.append(error)

        producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
        for number, row in enumerate(iterator, 1):
            producer.produce(self.topic, row["value"], row["key"] if self.keyed else None, on_delivery=delivered)
            if number % MESSAGES_AT_ONCE == 0:
                producer.flush(SECONDS)
        left = producer.flush(SECONDS)
        if failed or left:
            raise RuntimeError(f"kafka_topic: {failed[0] if failed else f'{left} messages were not delivered'}")
        return WriterCommitMessage()
