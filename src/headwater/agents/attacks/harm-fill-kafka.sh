# Writes as much as it can through Kafka, in messages that are never removed.
# Must fail: the data of services have limits on memory and bytes, and other trials have their own.
# Needs: kafka
timeout 6 python3 - <<'PY'
import os
import time

from confluent_kafka import Producer

producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0, "queue.buffering.max.kbytes": 200_000})
message, until = os.urandom(900_000), time.monotonic() + 2
while time.monotonic() < until:
    try:
        producer.produce("filler", message)
    except BufferError:
        producer.poll(0.05)
os._exit(0)
PY
exit 0
