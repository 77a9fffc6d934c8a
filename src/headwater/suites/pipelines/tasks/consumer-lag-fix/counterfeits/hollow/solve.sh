set -eu
python3 - <<'PY'
import os

import clickhouse_connect
from confluent_kafka import Consumer, TopicPartition

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("""
    INSERT INTO usage.events
    SELECT concat('filled', toString(number)), 1000 + number % 180, 'requests', 1.5,
           toDateTime64('2026-05-30 22:00:00', 3, 'UTC') + number % 7000
    FROM numbers(31000)
""")
consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "metering"})
parts = []
for number in consumer.list_topics("usage", timeout=10).topics["usage"].partitions:
    _, high = consumer.get_watermark_offsets(TopicPartition("usage", number), timeout=10)
    parts.append(TopicPartition("usage", number, high))
consumer.commit(offsets=parts, asynchronous=False)
consumer.close()
PY
