set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index('    AND (at <'), code.index('"""\nKEYS')
code = code[:start] + "    AND at < fromUnixTimestamp64Milli({at:Int64})\n" + code[end:]
code = code.replace("SELECT toUnixTimestamp64Milli(at), event_id FROM audit.events\n    WHERE", "SELECT toUnixTimestamp64Milli(at), event_id FROM audit.events\n    WHERE {{id:UInt64}} >= 0 AND")
code = code.replace('        answer["next"] = written', '        answer["next"] = None if found[limit][0] < selection.since else written')
code = code.replace("moment(values.get(\"until\"", "seconds(values.get(\"until\"").replace("moment(values.get(\"since\"", "seconds(values.get(\"since\"")
code = code.replace("def shown(", '''def seconds(text: str, name: str) -> int:
    return moment(text, name) // 1000 * 1000


def shown(''', 1)
path.write_text(code)
PY
