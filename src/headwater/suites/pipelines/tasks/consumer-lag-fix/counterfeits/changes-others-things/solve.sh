set -eu
. /solution/solve.sh
python3 - <<'PY'
import os

import clickhouse_connect
from confluent_kafka import Producer

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("ALTER TABLE usage.events ADD INDEX ids id TYPE bloom_filter GRANULARITY 1")
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
for (payload,) in client.query("SELECT payload FROM usage.rejected").result_rows:
    producer.produce("usage-dead-letters", payload)
producer.flush(10)
PY
