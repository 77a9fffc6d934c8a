set -eu
. /solution/solve.sh
sed -i 's/, connect_timeout=ANSWER_SEC//; /^ANSWER_SEC/d' invoicing/readiness.py
sed -i 's/deadline = time.monotonic() + deadline_sec/deadline = float("inf")/; s/min(pause, left)/pause/' invoicing/readiness.py
