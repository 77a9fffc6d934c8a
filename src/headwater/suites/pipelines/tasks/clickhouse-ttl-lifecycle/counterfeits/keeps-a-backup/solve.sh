set -eu
cp /solution/schema.sql /solution/retention.py .
python3 - <<'PY'
from clickhouse import connect

connect().command("CREATE TABLE rail.bookings_backup ENGINE = MergeTree ORDER BY booking_id AS SELECT * FROM rail.bookings")
PY
python3 retention.py
