set -eu
cp /alternative/migrate.sh /alternative/migrate.sql /alternative/maintain.py .
cat > statements/report.sql <<'SQL'
-- Report an activity.
INSERT INTO social.reports (activity_id, activity_at, reporter_id, reason)
SELECT activity_id, occurred_at, %(reporter_id)s, %(reason)s
FROM social.activity
WHERE activity_id = %(activity_id)s
RETURNING report_id;
SQL
sed -i 's/ON CONFLICT (client_key) DO NOTHING/ON CONFLICT DO NOTHING/' statements/record.sql
sed -i 's/a.activity_id = r.activity_id$/a.activity_id = r.activity_id AND a.occurred_at = r.activity_at/' statements/moderation.sql
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
