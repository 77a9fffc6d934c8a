"""Send broken messages to a dead letter topic, as docs/dead-letters.md specifies."""

import os

from confluent_kafka import KafkaException, Message, Producer

TIMEOUT_SEC = 10.0


class DeadLetters:
    """The dead letter topic for another topic."""

    def __init__(self, topic: str) -> None:
        self._topic = f"{topic}.dlq"
        self._failed: list[KafkaException] = []
        self._producer = Producer({
            "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
            "enable.idempotence": True,
            "message.timeout.ms": int(TIMEOUT_SEC * 1000),
            "log_level": 2,
        })

    def put(self, message: Message, reason: str) -> None:
        """Queue a message as a dead letter; ``settle`` waits for its delivery."""
        headers = [
            *(message.headers() or []),
            ("dlq.topic", message.topic().encode()),
            ("dlq.partition", str(message.partition()).encode()),
            ("dlq.offset", str(message.offset()).encode()),
            ("dlq.reason", reason.encode()),
        ]
        self._producer.produce(
            self._topic, value=message.value(), key=message.key(), headers=headers, on_delivery=self._note
        )
        self._producer.poll(0)

    def settle(self) -> None:
        """Wait until the broker has acknowledged all dead letters.

        Raises:
            KafkaException: Not all were delivered.
        """
        waiting = self._producer.flush(TIMEOUT_SEC)
        if self._failed:
            raise self._failed[0]
        if waiting:
            raise KafkaException(f"{waiting} dead letters were not acknowledged")

    def _note(self, error: object, _: Message) -> None:
        if error is not None:
            self._failed.append(KafkaException(error))
