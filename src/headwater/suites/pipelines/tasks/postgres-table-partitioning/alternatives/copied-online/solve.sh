set -eu
cp /alternative/migrate.sh /alternative/migrate.py /alternative/prepare.sql /alternative/swap.sql /alternative/maintain.py .
sed -i 's/ON CONFLICT (client_key) DO/ON CONFLICT (client_key, occurred_at) DO/' statements/record.sql
rm retention.sql
bash migrate.sh
python3 maintain.py 2026-05-01
