#!/usr/bin/env bash
# Brings the migration of this folder to all sites, one after the other, and stops at the first that fails.
# Start it again when the cause is gone: it begins with the first site again.
set -euo pipefail
cd "$(dirname "$0")/.."

for site in /etc/charging/sites/*.env; do
    name=$(basename "$site" .env)
    echo "$name"
    errors=$(mktemp)
    # Each site's file sets the address and login of its ClickHouse.
    if ! (set -a && source "$site" && python3 migrate.py 2> "$errors"); then
        # Our partners at the sites read the channel as well, so nothing goes there but why it stopped.
        { echo "migration stopped at $name:"; cat "$errors"; } | curl --silent --fail --data-binary @- "$OPERATORS_CHANNEL"
        exit 1
    fi
done
