#!/usr/bin/env bash
# Takes back the migrations of this folder, when somebody has decided that it is better without them. The database is
# afterwards as schema.sql made it, with its rows; the next release applies the migrations again.
set -euo pipefail
cd "$(dirname "$0")/.."

psql "$POSTGRES_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file rollback.sql
