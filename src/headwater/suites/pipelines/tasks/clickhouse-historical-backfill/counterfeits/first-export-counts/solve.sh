set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
code = code.replace("argMax((customer, lower(h.meter), local_time, utc_offset, amount, unit, deleted), export_no) AS latest", "tupleConcat(argMin((customer, lower(h.meter), local_time, utc_offset, amount, unit), export_no), tuple(argMax(deleted, export_no))) AS latest")
code = code.replace("60 * toUInt32OrZero(substring(latest.4, 5, 2))", "0 * toUInt32OrZero(substring(latest.4, 5, 2))")
path.write_text(code)
PY
python3 backfill.py
