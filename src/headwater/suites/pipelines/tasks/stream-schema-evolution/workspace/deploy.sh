#!/bin/sh
# What a deployment does at each site.
set -eu
psql -q -v ON_ERROR_STOP=1 -f schema.sql
for file in schemas/*.json; do
    python3 tools/register.py "$file"
done
