"""Bring analytics.realtime_metrics up to date with the topic. See docs/operations.md."""

import os
from pathlib import Path

import clickhouse_connect
from confluent_kafka import Consumer, TopicPartition
from minutes import combine
from readings import read

TOPIC, GROUP = "metrics", "realtime-metrics"
BATCH = 5_000
COLUMNS = ["host", "metric", "minute", "kind", "samples", "total", "low", "high", "last"]

clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
for statement in Path("schema.sql").read_text().split(";\n"):
    if statement.strip():
        clickhouse.command(statement)

consumer = Consumer(
    {
        "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
        "group.id": GROUP,
        "auto.offset.reset": "latest",
    }
)
consumer.assign([TopicPartition(TOPIC, number) for number in range(4)])

arrived = []
count = 0
while (message := consumer.poll(3)) is not None:
    consumer.commit(message, asynchronous=False)
    _, at_ms = message.timestamp()
    arrived += [(at_ms, reading) for reading in read(message.value())]
    count += 1
    if len(arrived) >= BATCH:
        clickhouse.insert("analytics.realtime_metrics", combine(arrived), column_names=COLUMNS)
        arrived = []
if arrived:
    clickhouse.insert("analytics.realtime_metrics", combine(arrived), column_names=COLUMNS)
print(f"messages={count}")
