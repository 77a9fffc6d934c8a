set -eu
cp /alternative/migrate.sh /alternative/migrate.py .
cp -r /alternative/migration .
bash migrate.sh
