set -eu
cp /counterfeit/migrate.sh /counterfeit/migrate.sql .
bash migrate.sh
