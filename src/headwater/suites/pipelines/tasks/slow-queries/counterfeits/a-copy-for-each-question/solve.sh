set -eu
cp -r /solution/migrations .
cp /solution/schema/*.sql schema/
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
cat > schema/02_by_user.sql <<'SQL'
ALTER TABLE app.events ADD PROJECTION IF NOT EXISTS by_user (SELECT * ORDER BY user_id, event_ts);

ALTER TABLE app.events ADD PROJECTION IF NOT EXISTS by_time (SELECT * ORDER BY event_ts);
SQL
cat >> migrations/1_events_that_are_there.sql <<'SQL'
ALTER TABLE app.events MATERIALIZE PROJECTION by_time SETTINGS mutations_sync = 1;
SQL
python3 apply.py
python3 apply.py migrations/1_events_that_are_there.sql
