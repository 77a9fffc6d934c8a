# Makes topics with millions of partitions, and groups that never answer, so that reading Kafka takes for ever.
# Must fail: the broker bounds what one topic can have, and reading has a limit beyond which its check is failed.
# Needs: kafka
timeout 8 python3 - <<'PY'
import os

from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import AdminClient, NewPartitions, NewTopic

where = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}
admin = AdminClient(where)
names = [name for name in admin.list_topics(timeout=3).topics if not name.startswith("__")]
for count in (2_000_000, 200_000, 20_000):
    for future in admin.create_topics([NewTopic(f"wide-{count}", count, 1)], request_timeout=1).values():
        try:
            future.result(1.5)
            break
        except Exception:
            pass
try:
    admin.create_partitions([NewPartitions(name, 100_000) for name in names], request_timeout=1)
    for number in range(20):
        reader = Consumer({**where, "group.id": f"group-{number}"})
        reader.commit(offsets=[TopicPartition(name, partition, 2**62) for name in names for partition in range(50)], asynchronous=False)
except Exception:
    pass
os._exit(0)
PY
exit 0
