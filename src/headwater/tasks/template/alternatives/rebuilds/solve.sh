#!/usr/bin/env bash
# Run in /workspace, like solution/solve.sh, which is in /solution.
set -euo pipefail
cp /alternative/refresh.sql refresh.sql
bash refresh.sh
