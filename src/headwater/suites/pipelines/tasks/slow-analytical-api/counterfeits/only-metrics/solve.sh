set -eu
cp /solution/schema.sql /solution/server.py .
python3 - <<'PY'
from pathlib import Path

server = Path("server.py")
text = server.read_text()
start = text.index('    figures = f"SELECT {KEYS[by]} AS key')
end = text.index("ROUTES = ")
text = text[:start] + '''    rows = []
    keys = f"SELECT DISTINCT {KEYS[by]} AS key FROM analytics.deliveries WHERE {where(values)} ORDER BY key"
    for (key,) in query(keys, values):
        line = f"FROM analytics.deliveries WHERE {where(values)} AND toString({KEYS[by]}) = {{key:String}}"
        asked = {**values, "key": str(key)}
        figures = [query(f"SELECT {figure} {line}", asked)[0][0] for figure in FIGURES]
        rows.append({"key": str(key), **totals(*figures)})
    return {"by": by, "rows": rows}


''' + text[end:]
text = text.replace("KEYS = {", 'FIGURES = ("count()", "sum(fee)", "countIf(minutes_late > 0)")\nKEYS = {')
server.write_text(text)
PY
python3 apply.py
