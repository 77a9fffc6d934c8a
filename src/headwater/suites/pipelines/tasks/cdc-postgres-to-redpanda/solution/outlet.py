"""Produce events to the topic `posts`."""

import connections
from confluent_kafka import KafkaException, Message
from posts import Event

TOPIC = "posts"
PATIENCE_SEC = 10
AT_ONCE = 10_000


class Outlet:
    """A producer of events; `sent` counts those that the broker has acknowledged."""

    def __init__(self) -> None:
        limits = {"message.timeout.ms": PATIENCE_SEC * 1000, "linger.ms": 20}
        self._producer = connections.producer(**limits, **{"enable.idempotence": True})
        self._failure: object = None
        self.sent = 0

    def send(self, event: Event) -> None:
        while len(self._producer) >= AT_ONCE:
            self._producer.poll(0.1)  # wait until the broker has acknowledged some of them
            self._check()
        self._producer.produce(TOPIC, event.as_json(), event.key.encode(), on_delivery=self._delivered)
        self._producer.poll(0)

    def settle(self) -> None:
        """Return when the broker has acknowledged everything, or raise KafkaException."""
        self._producer.flush(PATIENCE_SEC + 5)
        self._check()
        if len(self._producer):
            raise KafkaException("the broker does not answer")

    def _delivered(self, error: object, _: Message) -> None:
        if error:
            self._failure = error
        else:
            self.sent += 1

    def _check(self) -> None:
        if self._failure:
            raise KafkaException(self._failure)
