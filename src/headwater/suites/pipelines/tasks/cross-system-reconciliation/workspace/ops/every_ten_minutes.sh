#!/bin/sh
# Started by the scheduler, every ten minutes.
cd "$(dirname "$0")/.." || exit 1
log=$(mktemp)
trap 'rm -f "$log" "$log.errors"' EXIT
python3 reconcile.py >"$log" 2>"$log.errors"
code=$?
cat "$log"
case $code in
    0) python3 ops/metrics.py <"$log" ;;  # ClickHouse agrees with Postgres, perhaps after the repair
    1) echo "PAGE on-call: $(cat "$log.errors")" ;;
    *) echo "PAGE developers: ended with $code" ;;
esac
exit $code
