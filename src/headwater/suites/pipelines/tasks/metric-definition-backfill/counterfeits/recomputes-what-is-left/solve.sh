set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
sed -i "s/^WHERE day >= first_day/WHERE day >= DATE '2024-12-01'/" figures.sql
echo "SELECT campaign_id, DATE '2024-12-01' FROM ads.campaigns" > first_days.sql
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
