#!/usr/bin/env bash
# Run in /workspace, like solution/solve.sh.
set -euo pipefail
sed -i 's/FROM app\.signup$/FROM app.signups/' refresh.sql
bash refresh.sh
