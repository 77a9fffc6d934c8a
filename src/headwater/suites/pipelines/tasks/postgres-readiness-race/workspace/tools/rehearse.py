"""Simulate a reboot: `tools/rehearse.py 8 -- python3 start.py` runs a command whose Postgres is eight seconds late.

A proxy port in front of the real Postgres is closed for that time, and then forwards all connections.
"""

import os
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit


def pass_on(source: socket.socket, target: socket.socket) -> None:
    while data := source.recv(65536):
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)


def open_late(front: socket.socket, seconds: float, back: tuple[str, int]) -> None:
    time.sleep(seconds)
    front.listen()
    print(f"rehearse: Postgres is ready after {seconds:g} s", file=sys.stderr)
    while True:
        client, _ = front.accept()
        server = socket.create_connection(back)
        for ends in ((client, server), (server, client)):
            threading.Thread(target=pass_on, args=ends, daemon=True).start()


def main() -> int:
    seconds, separator, *command = sys.argv[1:]
    assert separator == "--"
    front = socket.socket()
    front.bind(("127.0.0.1", 0))  # the port is closed until the socket listens
    port = front.getsockname()[1]
    back = (os.environ["PGHOST"], int(os.environ["PGPORT"]))
    threading.Thread(target=open_late, args=(front, float(seconds), back), daemon=True).start()
    url = urlsplit(os.environ["POSTGRES_URL"])
    moved = url._replace(netloc=f"{url.netloc.rpartition(':')[0]}:{port}").geturl()
    return subprocess.run(command, env={**os.environ, "PGPORT": str(port), "POSTGRES_URL": moved}).returncode


if __name__ == "__main__":
    sys.exit(main())
