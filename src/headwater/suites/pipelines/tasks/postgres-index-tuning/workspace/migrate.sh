#!/usr/bin/env bash
# Applies migrations/*.sql in the order of their names, each in one transaction.
set -eu
cd "$(dirname "$0")"

for file in migrations/*.sql; do
    echo "applying $file"
    psql "$POSTGRES_URL" --no-psqlrc --quiet --single-transaction --set ON_ERROR_STOP=1 --file "$file"
done
