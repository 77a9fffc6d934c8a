set -eu
cp /solution/queries/*.sql queries/
cp /solution/ask.py .
sed -i 's/FROM app.events/FROM app.history/' queries/user_history.sql
cat > schema/02_history.sql <<'SQL'
CREATE TABLE IF NOT EXISTS app.history (
    user_id UInt32,
    event_ts DateTime('UTC'),
    event_id UInt64,
    event_type LowCardinality(String),
    amount_cents Nullable(UInt32)
)
ENGINE = MergeTree
ORDER BY (user_id, event_ts);

CREATE MATERIALIZED VIEW IF NOT EXISTS app.history_mv TO app.history AS
SELECT user_id, event_ts, event_id, event_type, amount_cents
FROM app.events;
SQL
python3 apply.py
cat > fill.sql <<'SQL'
INSERT INTO app.history SELECT user_id, event_ts, event_id, event_type, amount_cents FROM app.events;
SQL
python3 apply.py fill.sql
rm fill.sql
