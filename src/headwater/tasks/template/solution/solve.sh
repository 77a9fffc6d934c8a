#!/usr/bin/env bash
# The reference solution, run in /workspace as `bash /solution/solve.sh`. It must clear every gate.
set -euo pipefail
cp /solution/refresh.sql refresh.sql
bash refresh.sh
