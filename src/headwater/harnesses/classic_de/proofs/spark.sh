# Runs a Spark job that uses all three engines, and checks the result in two of them with clients other than Spark's.
python3 - <<'PY'
import os
from confluent_kafka.admin import AdminClient, NewTopic
admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
admin.create_topics([NewTopic("payments", 3)])["payments"].result()
PY
curl -sS --fail-with-body "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" \
  --data 'create table payments (id UInt32, amount Nullable(Int64)) engine = MergeTree order by id'
spark-submit /proof/job.py
python3 /proof/ask.py postgres 'select count(*), sum(amount) from payments' '1000 999000'
python3 /proof/ask.py clickhouse 'select count(), sum(amount) from payments' '1000 999000'
