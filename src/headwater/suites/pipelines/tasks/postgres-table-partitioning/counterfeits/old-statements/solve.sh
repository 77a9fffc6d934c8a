set -eu
cp /solution/migrate.sh /solution/migrate.sql /solution/maintain.py .
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
