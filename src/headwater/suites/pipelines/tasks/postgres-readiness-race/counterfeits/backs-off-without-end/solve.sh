set -eu
. /solution/solve.sh
sed -i 's/^LONGEST_PAUSE_SEC.*/LONGEST_PAUSE_SEC = 600.0/; s/pause \* 1.5/pause * 3/' invoicing/readiness.py
