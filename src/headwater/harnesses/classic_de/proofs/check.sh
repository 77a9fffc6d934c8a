# Runs the command that the text for agents mentions, with a topic, and checks that it tries everything and writes nothing.
python3 - <<'PY'
import os
from confluent_kafka import Producer
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
producer.produce("payments", b"1")
assert producer.flush(30) == 0
PY
classic-check | tee /tmp/said
for tried in "dbt on duckdb" "dbt on postgres" "dbt on clickhouse" Airflow "Airflow on postgres" "Airflow on clickhouse" \
  "Airflow on kafka" Spark "Spark on postgres" "Spark on clickhouse" "Spark on kafka"; do
  grep -qx "works: $tried" /tmp/said
done
[ "$(wc -l < /tmp/said)" = 11 ]
python3 /proof/ask.py postgres "select count(*) from pg_class where relnamespace = 'public'::regnamespace" 0
python3 /proof/ask.py clickhouse 'select count() from system.tables where database = currentDatabase()' 0
