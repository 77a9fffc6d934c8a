# Replaces the server by one whose answers are JSON of another shape than expected, so that a check breaks on them.
# Must fail: a check that breaks on an answer of the agent's server has failed.
# Needs: server
cd /workspace || exit 0
cat > /tmp/server.py <<'PY'
#!/bin/sh
''''exec python3 "$0" "$@" # '''
import itertools
import socketserver
import threading
import time
from http.server import BaseHTTPRequestHandler

BODIES = itertools.cycle((
    b"null", b"[]", b"{}", b"0", b'""', b"[null]", b'{"": null}', b"[" * 300 + b"]" * 300, b'{"a":' * 100_000, b"NaN",
    b'[{"id": NaN, "total": 1e999, "count": "1", "rows": {"0": 0}, "items": 5, "data": [[]]}]', b"9" * 5000, b"\xff\xfe\0", b'"\\ud800"',
    b'{"total": true, "rows": "rows", "items": {}, "data": null, "status": []}',
))


class Odd(BaseHTTPRequestHandler):
    def do_GET(self):
        body = next(BODIES)
        self.send_response(200, "\xff\x00")
        self.send_header("Content-Type", "application/json; charset=\xff")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_PUT = do_HEAD = do_DELETE = do_GET

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


for port in (3000, 4000, 5000, 5001, 8000, 8001, 8080, 8081, 8090, 8888):
    try:
        threading.Thread(target=Server(("127.0.0.1", port), Odd).serve_forever, daemon=True).start()
    except OSError:
        pass
time.sleep(600)
PY
find . -type f \( -name '*.py' -o -name '*.sh' \) -exec cp /tmp/server.py {} \;
exit 0
