set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("        return not is_failed and (", "        return (")
code = code.replace("        is_failed = self.answer.done() and self.answer.exception() is not None\n", "")
code = code.replace("result(timeout=REQUEST_SEC)", "result()")
code = code.replace("                send_receive_timeout=QUERY_SEC,\n", "")
path.write_text(code)
path = Path("server.py")
code = path.read_text()
code = code.replace("""        if status == 503:
            self.send_header("Retry-After", "2")
""", "")
path.write_text(code)
PY
