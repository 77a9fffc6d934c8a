set -eu
cp /solution/figures.py /solution/status.py /alternative/pipeline.py .
cat >> schema.sql <<'SQL'

-- pipeline.py writes the new figures here before it exchanges the tables.
CREATE TABLE IF NOT EXISTS sales.daily_next AS sales.daily;
SQL
python3 apply.py
python3 pipeline.py --days 2026-09-21 2026-11-21
python3 pipeline.py
