set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
sed -i "s/SELECT DISTINCT \* FROM analytics.metric_daily WHERE definition = 1/SELECT * FROM analytics.metric_daily WHERE definition = 1 AND metric <> 'impressions'/; s/AND (campaign_id, day) NOT IN/AND day > '2024-12-01' AND (campaign_id, day) NOT IN/" repair.sql
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
