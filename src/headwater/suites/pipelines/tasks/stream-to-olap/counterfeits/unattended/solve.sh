set -eu
cp /solution/consume.py /solution/messages.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

consumer = Path("consume.py")
text = consumer.read_text()
text = text.replace('SCHEMA = Path(__file__).with_name("schema.sql")', 'SCHEMA = """' + Path("schema.sql").read_text() + '"""')
text = text.replace("SCHEMA.read_text()", "SCHEMA").replace("from pathlib import Path\n", "")
text = text.replace('    print(f"read={read_count} rejected={rejected_count}")\n', '    print("done")\n')
start, end = text.index("    except ClickHouseError"), text.index('    print("done")')
text = text[:start] + "    finally:\n        sys.stdout.flush()\n" + text[end:]
consumer.write_text(text)
PY
rm schema.sql
python3 consume.py
python3 - <<'PY'
import os

import clickhouse_connect
from confluent_kafka.admin import AdminClient, NewTopic

clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
clickhouse.command("CREATE TABLE analytics.metrics_try ENGINE = MergeTree ORDER BY event_id AS SELECT * FROM analytics.metrics")
admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
admin.create_topics([NewTopic("metrics-try", num_partitions=1, replication_factor=1)])["metrics-try"].result(10)
PY
