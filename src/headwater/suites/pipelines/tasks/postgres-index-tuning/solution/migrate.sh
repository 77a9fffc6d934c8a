#!/usr/bin/env bash
# Apply migrations/*.sql in the order of their names. Each statement commits separately, because CREATE INDEX
# CONCURRENTLY cannot run in a transaction, so each file must be idempotent.
set -eu
cd "$(dirname "$0")"

for file in migrations/*.sql; do
    echo "applying $file"
    psql "$POSTGRES_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file "$file"
done
