set -eu
cp /alternative/start.py .
cp /alternative/invoicing/attempt.py invoicing/
printf '# Seconds that a start waits for Postgres (60).\nSTART_DEADLINE_SEC=60\n' >> deploy/env.example
python3 start.py
