set -eu
cp /alternative/migrate.sh .
cp -r /alternative/migration .
bash migrate.sh
