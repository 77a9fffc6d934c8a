#!/bin/sh
# The scheduler starts this every minute.
set -eu
python3 publish.py
python3 totals.py
