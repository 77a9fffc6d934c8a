set -eu
cp /solution/consume.py .
cp /solution/metering/source.py /solution/metering/store.py metering/
python3 - <<'PY'
import os

from confluent_kafka import Consumer, TopicPartition

consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "metering"})
parts = []
for number in consumer.list_topics("usage", timeout=10).topics["usage"].partitions:
    _, high = consumer.get_watermark_offsets(TopicPartition("usage", number), timeout=10)
    parts.append(TopicPartition("usage", number, high))
consumer.commit(offsets=parts, asynchronous=False)
consumer.close()
PY
python3 consume.py
