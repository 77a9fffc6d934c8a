set -eu
cp -r /solution/*.py /solution/schema .
python3 - <<'PY'
from pathlib import Path

path = Path("load.py")
code = path.read_text()
old = "    SELECT batch, toDate(sealed_at) FROM raw.batches\n    WHERE batch NOT IN (SELECT batch FROM marts.loaded) ORDER BY batch\n"
assert old in code
path.write_text(code.replace(old, "    SELECT DISTINCT r.batch, toDate(b.sealed_at) FROM raw.events AS r LEFT JOIN raw.batches AS b ON b.batch = r.batch\n    WHERE r.batch > (SELECT max(batch) FROM marts.loaded) AND r.batch <= (SELECT max(batch) FROM raw.batches) ORDER BY r.batch\n"))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
