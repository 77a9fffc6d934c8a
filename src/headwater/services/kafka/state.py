"""Reads the state of a Kafka broker: the messages in its topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.services._state import Stored, Window
from headwater.services.kafka.client import KafkaClient, Message


class KafkaState:
    """Compares topics by their messages."""

    def changes(self, before: KafkaClient, after: KafkaClient, window: Window | None) -> Iterator[str]:  # noqa: ARG002
        """Yield the differences between topics. Times in a message are compared like other content."""
        old, new = before.topics(), after.topics()
        for name in sorted(set(old) | set(new)):
            if old.get(name) != new.get(name):
                yield f"topic {name} had {old.get(name, 0)} partitions and has {new.get(name, 0)}"
                continue
            before_messages, after_messages = before.messages(name), after.messages(name)
            if len(before_messages) != len(after_messages):
                yield f"topic {name} had {len(before_messages)} messages and has {len(after_messages)}"
            elif _contents(before_messages) != _contents(after_messages):
                yield f"topic {name} has the same number of messages with other contents"

    def settle(self, client: KafkaClient) -> None:
        """Do nothing, because a clean stop keeps every message."""

    def stored(self, client: KafkaClient, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:  # noqa: ARG002
        """Yield every message."""
        for topic in client.topics():
            for message in client.messages(topic):
                parts = [message.key, message.value, *(value for pair in message.headers.items() for value in pair)]
                text = b"\n".join(
                    part.encode() if isinstance(part, str) else part for part in parts if part is not None
                )
                yield Stored(f"Kafka, topic {topic}, offset {message.offset} of partition {message.partition}", text)


def _contents(messages: Sequence[Message]) -> Counter[tuple[object, ...]]:
    """Return messages without partitions and offsets, because producers may send keyless messages to any partition."""
    return Counter((message.key, message.value, tuple(message.headers.items())) for message in messages)
