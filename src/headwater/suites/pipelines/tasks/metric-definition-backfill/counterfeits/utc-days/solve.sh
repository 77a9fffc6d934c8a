set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
sed -i "s/(i.served_at AT TIME ZONE d.time_zone)::date AS day/(i.served_at AT TIME ZONE 'UTC')::date AS day/" figures.sql
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
