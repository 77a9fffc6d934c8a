#!/usr/bin/env bash
# Fills analytics.daily_signups. Runs every hour.
set -euo pipefail
psql "$POSTGRES_URL" --quiet --set ON_ERROR_STOP=1 --file refresh.sql
