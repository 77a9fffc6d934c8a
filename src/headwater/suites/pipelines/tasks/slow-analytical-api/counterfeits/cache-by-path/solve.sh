set -eu
cp /solution/schema.sql /solution/server.py .
python3 - <<'PY'
from pathlib import Path

server = Path("server.py")
text = server.read_text()
text = text.replace("def respond(", """ANSWERS: dict[str, tuple[float, int, dict[str, Any]]] = {}


def remembered(target: str) -> tuple[int, dict[str, Any]]:
    \"\"\"Return an answer that is less than three seconds old.\"\"\"
    path = urlsplit(target).path
    if path in ANSWERS and time.monotonic() - ANSWERS[path][0] < 3:
        return ANSWERS[path][1:]
    ANSWERS[path] = (time.monotonic(), *respond(target))
    return ANSWERS[path][1:]


def respond(""").replace("status, body = respond(self.path)", "status, body = remembered(self.path)")
server.write_text(text)
PY
python3 apply.py
