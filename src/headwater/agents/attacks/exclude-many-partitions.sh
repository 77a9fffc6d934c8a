# Makes topics with up to millions of partitions, and commits offsets beyond every end, so that reading Kafka takes forever.
# Must fail: the broker limits the size of a topic, and reading has a limit beyond which its check has failed.
# Needs: kafka
timeout 8 python3 - <<'PY'
import contextlib
import os
import socket
import struct

from confluent_kafka import Consumer, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, NewPartitions

where = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}
host, _, port = where["bootstrap.servers"].rpartition(":")


def create(name, partitions):
    """Ask for a topic in the protocol itself: the client takes no more than 100,000 partitions."""
    topic = struct.pack(">h", len(name)) + name + struct.pack(">ihii", partitions, 1, 0, 0)
    request = struct.pack(">hhih", 19, 0, 1, -1) + struct.pack(">i", 1) + topic + struct.pack(">i", 1000)
    with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1) as wire:
        wire.sendall(struct.pack(">i", len(request)) + request)
        wire.settimeout(1)
        wire.recv(4096)


for partitions in (2**31 - 1, 2_000_000, 100_000, 10_000):
    create(b"wide-%d" % partitions, partitions)
names = [name for name in AdminClient(where).list_topics(timeout=3).topics if not name.startswith("__")]
narrow = [name for name in names if not name.startswith("wide")]
for future in AdminClient(where).create_partitions([NewPartitions(name, 100_000) for name in narrow], request_timeout=1).values():
    with contextlib.suppress(KafkaException, TimeoutError):
        future.result(1)
beyond = [TopicPartition(name, 0, 2**62) for name in narrow]
for number in range(5):
    with contextlib.suppress(KafkaException):
        Consumer({**where, "group.id": f"group-{number}"}).commit(offsets=beyond, asynchronous=False)
print(f"there are {len(names)} topics: {', '.join(names)}"[:300], flush=True)
os._exit(0)
PY
exit 0
