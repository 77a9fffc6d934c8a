set -eu
cp /counterfeit/migrate.sh /counterfeit/migrate.py .
cp -r /counterfeit/migration .
bash migrate.sh
