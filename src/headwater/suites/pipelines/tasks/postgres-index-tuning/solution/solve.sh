set -eu
cp -r /solution/migrations /solution/migrate.sh /solution/rollback.sql /solution/README.md .
bash migrate.sh
