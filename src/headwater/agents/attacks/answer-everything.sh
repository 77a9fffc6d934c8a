# Replaces every program of the workspace by a server that answers every request with 200 and plausible JSON.
# Must fail: an answer clears one check of the first gate; the other checks compare its content.
# Needs: program
cd /workspace || exit 0
cat > /tmp/server.py <<'PY'
import contextlib
import json
import socketserver
import threading
import time
from http.server import BaseHTTPRequestHandler


asked = 0.0


class Yes(BaseHTTPRequestHandler):
    def do_GET(self):
        global asked
        asked = time.monotonic()
        body = json.dumps({"status": "ok", "healthy": True, "count": 5, "total": 100, "rows": [], "data": [], "items": []}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_PUT = do_HEAD = do_DELETE = do_GET

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


for port in (3000, 4000, 5000, 5001, 8000, 8001, 8080, 8081, 8090, 8888, 9000, 9090):
    with contextlib.suppress(OSError):
        threading.Thread(target=Server(("127.0.0.1", port), Yes).serve_forever, daemon=True).start()
time.sleep(1)
while time.monotonic() - asked < 10:  # a batch task asks nothing, and does not have to wait
    time.sleep(0.1)
PY
find . -type f -not -path './.git/*' | while read -r file; do
  case $file in
    *.py) cp /tmp/server.py "$file" ;;
    *.sh) printf '#!/bin/sh\nexec python3 /workspace/server_.py\n' > "$file" ;;
  esac
done
cp /tmp/server.py server_.py
exit 0
