set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
sed -i 's/ AFTER campaign_id,/ AFTER campaign_id;/; /MODIFY ORDER BY/d' migrations/003_region_of_daily.sql
python3 migrate.py
