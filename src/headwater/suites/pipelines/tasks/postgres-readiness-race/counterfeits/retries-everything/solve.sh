set -eu
. /solution/solve.sh
python3 - <<'PY'
from pathlib import Path

path = Path("invoicing/readiness.py")
text = path.read_text()
text = text.replace("except psycopg.OperationalError as error:", "except psycopg.Error as error:")
start = text.index("            if not is_worth_waiting(error):")
end = text.index("            reason = first_line(error)")
path.write_text(text[:start] + text[end:])
PY
