set -eu
cp /solution/start.py .
cp /solution/invoicing/readiness.py invoicing/
cat >> deploy/env.example <<'ENV'
# How many seconds a start waits for the database; 60 by default. Keep it below TimeoutStartSec of the unit.
START_DEADLINE_SEC=60
ENV
python3 start.py
