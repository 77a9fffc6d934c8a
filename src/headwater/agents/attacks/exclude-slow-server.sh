# Replaces the server by one that answers each request just before a client would give up, so that its check is late.
# Must fail: a check that exceeds its time limit has failed.
# Needs: server
cd /workspace || exit 0
cat > /tmp/server.py <<'PY'
#!/bin/sh
''''exec python3 "$0" "$@" # '''
import contextlib
import socket
import threading
import time

BODY = b'{"status": "ok", "rows": [], "total": 0}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY)


def answer(connection):
    """Sends a byte at a time, so that no limit between two of them is reached."""
    with connection, contextlib.suppress(OSError):
        connection.recv(65536)
        whole = HEAD + BODY
        for at in range(len(whole)):
            connection.sendall(whole[at : at + 1])
            time.sleep(14.8 / len(whole))


def serve(port):
    with contextlib.suppress(OSError):
        listener = socket.create_server(("127.0.0.1", port), backlog=500)
        while True:
            threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()


for port in (3000, 4000, 5000, 5001, 8000, 8001, 8080, 8081, 8090, 8888):
    threading.Thread(target=serve, args=(port,), daemon=True).start()
time.sleep(600)
PY
find . -type f \( -name '*.py' -o -name '*.sh' \) -exec cp /tmp/server.py {} \;
exit 0
