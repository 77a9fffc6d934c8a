#!/bin/sh
# First Monday of the month: build analytics from nothing, to be sure that we can.
set -eu
cd "$(dirname "$0")/.."
python3 ops/clickhouse.py "DROP DATABASE IF EXISTS analytics"
python3 ops/clickhouse.py < schema.sql
python3 pipeline.py | python3 ops/board.py
python3 ops/clickhouse.py < schema.sql   # as each deployment does
