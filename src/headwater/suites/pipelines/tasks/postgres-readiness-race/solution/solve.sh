set -eu
cp /solution/start.py .
cp /solution/invoicing/readiness.py invoicing/
cat >> deploy/env.example <<'ENV'
# The number of seconds that a start waits for the database (default 60). Keep it below TimeoutStartSec of the unit.
START_DEADLINE_SEC=60
ENV
python3 start.py
