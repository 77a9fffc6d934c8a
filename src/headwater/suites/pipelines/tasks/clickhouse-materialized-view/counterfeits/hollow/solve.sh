set -eu
cat > once.sql <<'SQL'
DROP VIEW analytics.video_day_mv SYNC;
ALTER TABLE analytics.video_day DELETE WHERE day >= '2026-05-11' SETTINGS mutations_sync = 1;
INSERT INTO analytics.video_day
SELECT toDate('2026-05-11') + number % 21, 1 + number % 2500, 5 + number % 60, 4 + number % 30, 900 + number % 7000
FROM numbers(52000);
SQL
python3 apply.py once.sql
rm once.sql
cat > schema/02_analytics.sql <<'SQL'
CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.video_day (
    day Date,
    video_id UInt32,
    plays UInt64,
    viewers UInt64,
    watched_sec UInt64
)
ENGINE = SummingMergeTree
ORDER BY (day, video_id);
SQL
