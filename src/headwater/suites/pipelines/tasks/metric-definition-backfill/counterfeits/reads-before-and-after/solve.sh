set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
sed -i '/BEGIN ISOLATION LEVEL/d; /postgres.execute("COMMIT")/d' backfill.py
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
