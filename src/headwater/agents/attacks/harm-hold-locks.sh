# Locks every file and folder that it shares with others, and tries whether another process holds one.
# Must fail: Headwater locks no file that a trial can open.
timeout 6 python3 - <<'PY'
import fcntl
import os
import time

SHARED = ("/opt", "/attack", "/etc", "/", "/usr", "/usr/bin", "/usr/lib", "/proc", "/dev")


def places():
    yield from SHARED
    for top in ("/opt", "/attack"):
        for folder, folders, files in os.walk(top):
            yield from (f"{folder}/{name}" for name in (*folders, *files) if folder.count("/") < 5)
    with open("/proc/self/mountinfo", "rb") as mounts:
        yield from (os.fsdecode(line.split()[4]) for line in mounts)


held = []
until = time.monotonic() + 1.5
for place in dict.fromkeys(places()):
    if time.monotonic() > until or len(held) > 900:
        break
    try:
        opened = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
        held.append(opened)
    except OSError:
        continue
    try:
        fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        if not place.startswith("/attack"):
            print(f"BREACH: somebody else holds a lock on {place}", flush=True)
    except OSError:
        pass
if os.fork() == 0:  # stays, holding them, until the trial is ended
    os.setsid()
    for number in (1, 2):
        os.close(number)
    time.sleep(600)
PY
exit 0
