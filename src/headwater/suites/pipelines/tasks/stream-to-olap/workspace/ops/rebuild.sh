#!/bin/sh
# Build the database of the pages from nothing, when the server moves.
set -eu
cd "$(dirname "$0")/.."
python3 ops/clickhouse.py "DROP DATABASE IF EXISTS analytics"
python3 ops/replay.py metrics
python3 consume.py | python3 ops/report.py
python3 ops/clickhouse.py < schema.sql   # as each deployment does
