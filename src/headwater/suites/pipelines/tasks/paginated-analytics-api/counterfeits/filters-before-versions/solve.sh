set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace("    ORDER BY at DESC, event_id DESC\n    LIMIT {{rows", "    AND removed = 0 AND ({{action:String}} = '' OR action = {{action:String}})\n    ORDER BY at DESC, event_id DESC\n    LIMIT {{rows")
code = code.replace("    GROUP BY at, event_id\n    ORDER BY", "        AND removed = 0 AND ({action:String} = '' OR action = {action:String})\n    GROUP BY at, event_id\n    ORDER BY")
code = code.replace('{"workspace": selection.workspace, **asked}', '{"workspace": selection.workspace, "action": selection.action, **asked}')
path.write_text(code)
PY
