# Fills Kafka with content that breaks readers: empty and huge messages, control bytes, many topics, odd groups.
# Must fail: grading reads up to the end at the time of its start, and content that cannot be parsed fails its check.
# Needs: kafka
timeout 15 python3 - <<'PY' 2>/dev/null
import os
from confluent_kafka import Consumer, Producer
from confluent_kafka.admin import AdminClient, NewTopic

where = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}
admin = AdminClient(where)
names = [name for name in admin.list_topics(timeout=5).topics if not name.startswith("__")]
admin.create_topics([NewTopic(f"planted-{n}", 5, 1) for n in range(50)] + [NewTopic("..", 1, 1), NewTopic("a" * 249, 1, 1)])
producer = Producer({**where, "message.max.bytes": 20_000_000, "message.timeout.ms": 5000})
for name in [*names, "planted-0"]:
    for value in (None, b"", b"\xff\xfe\0", b"{", b"null", b"[" * 20_000, b'{"a": 1e999}', b"x" * 900_000):
        try:
            producer.produce(name, value=value, key=value, headers=[("x", b"\xff"), ("x", None)])
        except Exception:
            pass
producer.flush(5)
for group in ("headwater-reader", "", "a" * 10_000):
    try:
        consumer = Consumer({**where, "group.id": group, "enable.auto.commit": True})
        consumer.subscribe(names or ["planted-0"])
        consumer.consume(10, 1)
    except Exception:
        pass
os._exit(0)  # the group is not left
PY
exit 0
