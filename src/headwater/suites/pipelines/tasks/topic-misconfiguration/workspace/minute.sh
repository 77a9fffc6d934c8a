#!/bin/sh
# What the scheduler does every minute; the workers run on machines of their own there.
set -eu
python3 publish.py
for worker in $(seq 0 $((${WORKERS:-3} - 1))); do
    python3 index.py "$worker"
done
