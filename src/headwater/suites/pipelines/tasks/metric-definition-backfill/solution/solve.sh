set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql .
cp /solution/apply.py /solution/repair.sql .
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
