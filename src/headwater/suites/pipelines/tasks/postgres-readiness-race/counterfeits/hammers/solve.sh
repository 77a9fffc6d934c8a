set -eu
. /solution/solve.sh
sed -i 's/^FIRST_PAUSE_SEC.*/FIRST_PAUSE_SEC = 0.05/; s/^LONGEST_PAUSE_SEC.*/LONGEST_PAUSE_SEC = 0.05/' invoicing/readiness.py
