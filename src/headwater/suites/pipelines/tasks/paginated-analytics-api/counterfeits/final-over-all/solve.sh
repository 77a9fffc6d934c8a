set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("LIMIT {{rows:UInt32}}", "LIMIT 1 BY at, event_id\n    LIMIT {{rows:UInt32}}").replace("ORDER BY at DESC, event_id DESC\n    LIMIT 1", "ORDER BY at DESC, event_id DESC, version DESC\n    LIMIT 1")
code = code.replace("        AND at >= fromUnixTimestamp64Milli({last_at:Int64}) AND at <= fromUnixTimestamp64Milli({first_at:Int64})\n", "")
code = code.replace("AND (at, event_id) >= (fromUnixTimestamp64Milli({last_at:Int64}), {last_id:UInt64})", "AND (toString(at), event_id) >= (toString(fromUnixTimestamp64Milli({last_at:Int64})), {last_id:UInt64})")
code = code.replace("AND (at, event_id) <= (fromUnixTimestamp64Milli({first_at:Int64}), {first_id:UInt64})", "AND (toString(at), event_id) <= (toString(fromUnixTimestamp64Milli({first_at:Int64})), {first_id:UInt64})")
code = code.replace("WHERE {WHERE} GROUP BY at, event_id", "WHERE toString(workspace_id) = toString({{workspace:UInt32}}) AND at >= fromUnixTimestamp64Milli({{since:Int64}}) AND at < fromUnixTimestamp64Milli({{until:Int64}}) GROUP BY at, event_id")
path.write_text(code)
PY
