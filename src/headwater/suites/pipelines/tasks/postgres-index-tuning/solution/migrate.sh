#!/usr/bin/env bash
# Applies migrations/*.sql in the order of their names. Each statement commits by itself, because indexes cannot be
# built concurrently in a transaction; so each file must be safe to run again.
set -eu
cd "$(dirname "$0")"

for file in migrations/*.sql; do
    echo "applying $file"
    psql "$POSTGRES_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file "$file"
done
