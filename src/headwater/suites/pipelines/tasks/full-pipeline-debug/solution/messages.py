"""The messages of the topic, as docs/topic.md describes them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, Producer, TopicPartition

TOPIC = "parcels.changes"
TIMEOUT_SEC = 10
BATCH = 20_000
_LARGEST = 2_000_000_000
_PRICE = re.compile(r"[0-9]{1,10}\.[0-9]{2}")
_DATE = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Change:
    """What a message says of a parcel. A deletion has neither depot nor state."""

    parcel: int
    revision: int
    is_deleted: bool
    depot: str = ""
    state: str = ""
    price: Decimal = Decimal(0)
    posted_on: date = date(1970, 1, 1)

    def encode(self) -> bytes:
        content = {"parcel": self.parcel, "revision": self.revision}
        if self.is_deleted:
            return json.dumps(content | {"deleted": True}).encode()
        content |= {"depot": self.depot, "state": self.state, "price": f"{self.price:.2f}"}
        return json.dumps(content | {"posted_on": self.posted_on.isoformat()}).encode()


def parse(value: bytes | None) -> Change | None:
    """Return the change in a message, or None if the message is unusable."""
    try:
        content = json.loads(value or b"")
        numbers = content["parcel"], content["revision"]
        if not all(type(number) is int and 1 <= number <= _LARGEST for number in numbers):
            return None
        if content.get("deleted") is True:
            return Change(*numbers, is_deleted=True)
        texts = content["depot"], content["state"]
        if not all(isinstance(text, str) and text and text.encode() for text in texts):
            return None
        if not _PRICE.fullmatch(content["price"]) or not _DATE.fullmatch(content["posted_on"]):
            return None
        day = date.fromisoformat(content["posted_on"])
        return Change(*numbers, False, *texts, Decimal(content["price"]), day)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def read(consumer: Consumer, positions: Mapping[int, int] | None = None) -> Iterator[list[Message]]:
    """Yield the messages that are in the topic now in batches, from its beginning or the given positions on."""
    pending = {}
    for number in consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions:
        first, end = consumer.get_watermark_offsets(TopicPartition(TOPIC, number), timeout=TIMEOUT_SEC)
        begin = max((positions or {}).get(number, 0), first)
        if begin < end:
            pending[number] = TopicPartition(TOPIC, number, begin)
    consumer.assign(list(pending.values()))
    while pending:
        batch = consumer.consume(BATCH, timeout=0.5) or consumer.consume(1, timeout=TIMEOUT_SEC)
        if not batch:
            raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
        for message in batch:
            if message.error() and message.error().code() != KafkaError._PARTITION_EOF:
                raise KafkaException(message.error())
            if message.error():
                pending.pop(message.partition(), None)
        yield [message for message in batch if not message.error()]
    consumer.assign([])


class Sender:
    """Sends changes, and makes sure that Kafka has accepted all of them."""

    def __init__(self, producer: Producer) -> None:
        self._producer = producer
        self._errors: list[KafkaError] = []
        self.sent = 0

    def send(self, change: Change) -> None:
        while True:
            try:
                self._producer.produce(TOPIC, change.encode(), key=str(change.parcel), on_delivery=self._note)
            except BufferError:
                self._producer.poll(1)
                continue
            self._producer.poll(0)
            self.sent += 1
            return

    def _note(self, error: KafkaError | None, _: Message) -> None:
        if error:
            self._errors.append(error)

    def finish(self) -> int:
        """Wait until Kafka has accepted all messages. Return their number."""
        waiting = self._producer.flush(30) if self.sent else 0
        if waiting or self._errors:
            raise KafkaException(self._errors[0] if self._errors else KafkaError(KafkaError._TIMED_OUT))
        return self.sent
