# Names its processes with bytes that are no text, and exceeds the disk limit, so that reading their names raises.
# Must fail: names of processes are read as bytes, and a program that exceeds a limit has failed.
exec python3 - <<'PY'
import ctypes
import os
import signal
import sys
import time

PR_SET_NAME = 15
libc = ctypes.CDLL(None)
libc.prctl(PR_SET_NAME, b"\xff\n) R 1 \xfe", 0, 0, 0)
if os.fork() == 0:
    os.execv("/usr/bin/sleep", [b"\xff\n\xfe", b"5"])
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
written = []
until = time.monotonic() + 2
try:
    while time.monotonic() < until:
        path = f"/workspace/filler-{os.getpid()}-{len(written) % 12}"
        written.append(path)
        try:
            with open(path, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, 256 << 20)  # reserved, not written: it counts as much and costs nothing
        except OSError:
            time.sleep(0.05)
finally:  # whoever has read the names by now need not keep what was reserved
    for path in set(written):
        os.unlink(path)
PY
