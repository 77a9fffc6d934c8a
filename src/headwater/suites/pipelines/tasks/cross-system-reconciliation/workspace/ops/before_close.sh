#!/bin/sh
# May we close the month? ops/before_close.sh [TOLERANCE]
cd "$(dirname "$0")/.." || exit 1
python3 reconcile.py --check-only --tolerance "${1:-0.05}"
case $? in
    0) echo "You may close." ;;
    2) echo "You may not close: ClickHouse has drifted, see artifacts/drift-report.json." ;;
    64) echo "$1 is no tolerance." ;;
    *) echo "Nobody can say now. Operations know." ;;
esac
