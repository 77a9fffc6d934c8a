set -eu
cp /solution/migrate.sh /solution/migrate.py .
cp -r /solution/migration .
bash migrate.sh
