"""Print the orders that each packing hall must pack, which are those in its partition, as one line of JSON each."""

import json
import os
import struct
import sys
from typing import Any

import psycopg
from confluent_kafka import Consumer, KafkaError, TopicPartition

TOPIC = "orders"
WANTED = {"order": str, "customer": str, "persons": int, "cents": int, "placed_at": int}
MISSING = {"persons": 2}
TYPES = {"text": str, "int": int, "number": (int, float), "bool": bool, "null": type(None)}

Box = dict[str, Any]


def fits(value: object, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "bool" or not isinstance(value, bool))


def read_schemas() -> dict[int, list[dict[str, Any]]]:
    """Read the registry's schemas. Exit if one does not follow docs/schemas.md."""
    with psycopg.connect("", autocommit=True) as postgres:
        schemas = dict(postgres.execute("SELECT number, fields FROM registry.schemas").fetchall())
    for number, fields in schemas.items():
        for field in fields:
            types = field["type"] if isinstance(field["type"], list) else [field["type"]]
            if not set(types) <= set(TYPES):
                sys.exit(f"schema {number} has the type {types}")
            if "default" in field and not fits(field["default"], types[0]):
                sys.exit(f"the default of {field['name']} in schema {number} is not of its first type")
    return schemas


def read(value: bytes, schemas: dict[int, list[dict[str, Any]]]) -> Box | None:
    """Return the order in a message, or None if the message cannot be read."""
    if len(value) < 5 or value[0] != 0:
        return None
    fields = schemas.get(struct.unpack(">I", value[1:5])[0])
    try:
        values = json.loads(value[5:])
    except ValueError:
        return None
    if fields is None or not isinstance(values, list) or len(values) != len(fields):
        return None
    named = MISSING | dict(zip([field["name"] for field in fields], values, strict=True))
    box = {name: named.get(name) for name in WANTED}
    return box if all(type(box[name]) is type_ for name, type_ in WANTED.items()) else None


def main() -> int:
    schemas = read_schemas()
    settings = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "packing", "log_level": 0}
    consumer = Consumer(settings | {"enable.auto.commit": False, "enable.partition.eof": True})
    halls = set(consumer.list_topics(TOPIC, timeout=10).topics[TOPIC].partitions)
    consumer.assign([TopicPartition(TOPIC, hall, 0) for hall in halls])
    boxes: dict[tuple[int, str], Box] = {}
    packed: dict[tuple[int, str], int] = {}
    while halls:
        message = consumer.poll(10)
        if message is None or (message.error() and message.error().code() != KafkaError._PARTITION_EOF):
            sys.exit("the broker does not answer")
        if message.error():
            halls.discard(message.partition())
            continue
        place = message.partition(), message.key().decode()
        if message.value() is None:
            boxes.pop(place, None)
        elif box := read(message.value(), schemas):
            boxes[place] = box
            packed[place] = packed.get(place, 0) + 1
    consumer.close()
    for place, box in sorted(boxes.items()):
        print(json.dumps({"hall": place[0], "packed": packed[place], **box}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
