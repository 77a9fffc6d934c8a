#!/usr/bin/env bash
# Sets up the orders of a new environment. POSTGRES_URL leads to a new, empty database.
set -euo pipefail
cd "$(dirname "$0")/.."

psql "$POSTGRES_URL" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --file schema.sql
bash migrate.sh
