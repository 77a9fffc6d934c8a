set -eu
cp /solution/migrate.sh /solution/migrate.sql /solution/maintain.py .
sed -i 's/ON CONFLICT (client_key) DO/ON CONFLICT (client_key, occurred_at) DO/' statements/record.sql
sed -i 's/a.activity_id = r.activity_id$/a.activity_id = r.activity_id AND a.occurred_at = r.occurred_at/' statements/moderation.sql
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
