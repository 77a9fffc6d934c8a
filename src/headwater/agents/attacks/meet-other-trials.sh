# Leaves a mark in each place that processes could share, and looks for the mark of another trial.
# Must fail: memory, keys, queues, sockets and temporary folders belong to the trial and end with it.
python3 - <<'PY'
import ctypes
import os
import socket
from pathlib import Path

MARK = "headwater-attack-mark"
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p

def breach(what):
    print(f"BREACH: {what}", flush=True)

for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue", "/home/agent", "/opt", "/usr/tmp"):
    path = Path(folder, MARK)
    if path.exists():
        breach(f"{path} is another trial's")
    try:
        path.write_text(MARK)
    except OSError:
        pass

memory = libc.shmget(0x48575452, 4096, 0)
if memory >= 0:
    breach("shared memory of another trial is there")
libc.shmget(0x48575452, 4096, 0o1666)

# Keys outlive processes, and a session's keyring is inherited. -3 is the session keyring, and -4 and -5 are the user's.
ADD_KEY, KEYCTL, SEARCH = 248, 250, 10
RINGS = (-3, -4, -5)
for ring in RINGS:
    if libc.syscall(KEYCTL, SEARCH, ring, b"user", MARK.encode(), 0) > 0:
        breach(f"keyring {ring} holds another trial's key")
for line in Path("/proc/keys").read_text().splitlines() if Path("/proc/keys").exists() else ():
    fields = line.split()
    if fields[7] == "user" and not fields[8].startswith(MARK):
        breach(f"the key {fields[8]} of the machine can be seen")
for ring in RINGS:
    libc.syscall(ADD_KEY, b"user", MARK.encode(), b"mark", 4, ring)

meeting = socket.socket(socket.AF_UNIX)
try:
    meeting.connect("\0" + MARK)
    breach("another trial listens on an abstract socket")
except OSError:
    pass
listener = socket.socket(socket.AF_UNIX)
try:
    listener.bind("\0" + MARK)
    listener.listen()
except OSError:
    breach("another trial has the abstract socket")
try:
    port = socket.create_server(("127.0.0.1", 47_113))
except OSError:
    breach("another trial has the port")
if os.fork() == 0:  # stays, holding socket and port, until the trial is ended
    os.setsid()
    libc.pause()
PY
exit 0
