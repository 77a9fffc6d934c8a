set -eu
. /solution/solve.sh
sed -i '/START_DEADLINE_SEC/d' deploy/env.example
python3 - <<'PY'
from pathlib import Path

path = Path("start.py")
text = path.read_text()
start, end = text.index("    except readiness.NotReadyError"), text.index("    print(f\"invoicing is up")
text = text[:start] + "    finally:\n        print(\"start ends\")\n" + text[end:]
text = text.replace("# These exit codes are from sysexits.h; deploy/invoicing.service defines how systemd reacts to them.\nNOT_READY, MISCONFIGURED = 75, 78\n", "")
path.write_text(text)
PY
