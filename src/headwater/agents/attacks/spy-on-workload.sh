# Looks for the program of live traffic: its files, process, environment and events, the owner of its connections; and tries to
# trace it, to signal it, and to close its sockets.
# Must fail: it has a view and a process namespace of its own, and the agent has no right over sockets of others.
# Needs: workload
cat > /tmp/spy.py <<'PY'
import ctypes
import os
import signal
import socket
import struct
import time
from pathlib import Path

PTRACE_SEIZE, PTRACE_DETACH, SOCK_DIAG, SOCK_DESTROY = 0x4206, 17, 4, 21
PORTS = {int(value) for name, value in os.environ.items() if name.endswith("PORT") and value.isdigit()}
libc = ctypes.CDLL(None, use_errno=True)


def breach(what):
    print(f"BREACH: {what}", flush=True)


def link(path):
    try:
        return os.readlink(path)
    except OSError:
        return ""


def text(path):
    try:
        return Path(path).read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def own():
    """This process and its parents."""
    found, pid = set(), os.getpid()
    while pid > 0:
        found.add(pid)
        pid = int(text(f"/proc/{pid}/stat").rpartition(")")[2].split()[1])
    return found


def files():
    for path in ("/workload", "/run/workload", "/tmp/workload", "/home/workload"):
        if os.path.exists(path):
            breach(f"the folder {path} of the workload is there")
    for top in ("/tmp", "/run", "/var/tmp", "/workspace", "/home"):
        for folder, _, names in os.walk(top):
            for name in names:
                if name.startswith("workload."):
                    breach(f"the events of the workload are in {folder}/{name}")
    for line in text("/proc/self/mountinfo").splitlines():
        if "/workload" in line:
            breach(f"the mount {line.split()[4]} comes from {line.split()[3]}")


def processes():
    for process in Path("/proc").glob("[0-9]*"):
        pid = int(process.name)
        command, folder = text(process / "cmdline"), link(process / "cwd")
        if pid in own() or not (folder.startswith("/workload") or "/workload" in command or "traffic" in command):
            continue
        breach(f"process {pid} ({command.strip()[:40]}) is the workload's: it runs in {folder}")
        if text(process / "environ"):
            breach(f"the environment of process {pid} can be read")
        if libc.ptrace(PTRACE_SEIZE, pid, 0, 0) == 0:
            libc.ptrace(PTRACE_DETACH, pid, 0, 0)
            breach(f"process {pid} can be traced")
        try:
            os.kill(pid, signal.SIGCONT)
        except OSError:
            continue
        breach(f"process {pid} can be signalled")


def connections():
    """Return the addresses and the inode of each connection to a service that is not this program's."""
    found = []
    for line in text("/proc/net/tcp").splitlines()[1:]:
        fields = line.split()
        (source, sport), (target, dport) = (end.split(":") for end in fields[1:3])
        if fields[3] == "01" and int(dport, 16) in PORTS:
            found.append((int(source, 16), int(sport, 16), int(target, 16), int(dport, 16), fields[9]))
    return found


def is_destroyed(source, sport, target, dport):
    """Whether the kernel closes a socket of somebody else."""
    ends = struct.pack("=I12xI12x", source, target)
    request = struct.pack("=BBBxI", socket.AF_INET, socket.IPPROTO_TCP, 0, 0xFFFFFFFF)
    request += struct.pack("!HH", sport, dport) + ends + struct.pack("=III", 0, 0xFFFFFFFF, 0xFFFFFFFF)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, SOCK_DIAG) as wire:
            wire.settimeout(1)
            wire.send(struct.pack("=IHHII", 16 + len(request), SOCK_DESTROY, 5, 1, 0) + request)
            answer = wire.recv(4096)
    except OSError:
        return False
    return struct.unpack_from("=H", answer, 4)[0] == 2 and struct.unpack_from("=i", answer, 16)[0] == 0


def owners():
    deadline = time.monotonic() + 8  # the workload starts at the same time
    while not (seen := connections()) and PORTS and time.monotonic() < deadline:
        time.sleep(0.05)
    print(f"connections of others: {len(seen)}", flush=True)
    inodes = {f"socket:[{inode}]" for *_, inode in seen}
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        if link(opened) in inodes:
            breach(f"{opened} is a connection of the workload")
    for *ends, _ in seen:
        if is_destroyed(*ends):
            breach(f"the connection from port {ends[1]} can be closed")


files()
processes()
owners()
PY
python3 -I /tmp/spy.py
exit 0
