"""Publish events from before Sunday to a topic with the broker's defaults, and apply two thirds of them."""

import json

from headwater.services import Message

TOPIC, DECLARED, GROUP = "photo-events", "photo_events", "photo-search"
APPLIED = 5_100
DAYS_30, LIMIT = 30 * 86_400_000, 4 << 20
FIRST_APPLIED = 1_778_000_000_000_000_000
SUNDAY = 1_778_400_000


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Create the topics, publish up to the first event that is too large, and apply some of the events."""
    config = {"retention.ms": str(DAYS_30), "max.message.bytes": str(LIMIT)}
    services.kafka.create_topic(DECLARED, 6, config)
    services.kafka.create_topic("photo-views", 3, {"retention.ms": str(DAYS_30)})
    views = [(f"ph-{number * 7 % 900:06}", {"seconds": number % 40}) for number in range(600)]
    services.kafka.produce("photo-views", [Message(json.dumps(view).encode(), key.encode()) for key, view in views])
    services.kafka.create_topic(TOPIC)
    first_large = services.clickhouse.scalar("select min(id) from photos.outbox where length(event) > 1000000")
    rows = services.clickhouse.query(f"select id, photo, event from photos.outbox where id < {first_large} order by id")
    services.kafka.produce(
        TOPIC, [Message(event.encode(), photo.encode(), {"outbox-id": str(id_).encode()}) for id_, photo, event in rows]
    )
    services.clickhouse.insert("photos.published", [(rows[-1][0], SUNDAY)], ["up_to", "at"])
    apply(services, [json.loads(event) for _, _, event in rows[:APPLIED]])


def apply(services, events: list[dict[str, object]]) -> None:  # noqa: ANN001
    """Apply the first events in the only partition, as the worker does."""
    from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
    from confluent_kafka.admin import AdminClient

    found = [
        (event["photo"], event["title"], event["tags"], event["visible"], 0, FIRST_APPLIED + number)
        for number, event in enumerate(events)
    ]
    columns = ["photo", "title", "tags", "visible", "preview_bytes", "applied"]
    services.clickhouse.insert("photos.search", found, columns)
    parts = [TopicPartition(TOPIC, 0, len(events))]
    with services.network:
        admin = AdminClient({"bootstrap.servers": services.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        admin.alter_consumer_group_offsets([ConsumerGroupTopicPartitions(GROUP, parts)])[GROUP].result(10)
