set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index("    (first_at, first_id), (last_at"), code.index("    return list(events), Position")
code = code[:start] + '''    events: list[Any] = []
    distinct = list(dict.fromkeys(keys))
    size = len(distinct) if selection.action else 10
    for ten in (distinct[n : n + size] for n in range(0, len(distinct), size)):
        (first_at, first_id), (last_at, last_id) = ten[0], ten[-1]
        asked = {"first_at": first_at, "first_id": first_id, "last_at": last_at, "last_id": last_id}
        events += database().query(LATEST, {"workspace": selection.workspace, **asked}).result_rows
''' + code[end:]
code = code.replace("FIRST_CHUNK = 3\n", "FIRST_CHUNK = 1\n").replace("min(rows * 64, LARGEST_CHUNK)", "rows if not selection.action else min(rows * 64, LARGEST_CHUNK)")
code = code.replace("WHERE {WHERE} GROUP BY at, event_id", "WHERE toString(workspace_id) = toString({{workspace:UInt32}}) AND at >= fromUnixTimestamp64Milli({{since:Int64}}) AND at < fromUnixTimestamp64Milli({{until:Int64}}) GROUP BY at, event_id")
path.write_text(code)
PY
