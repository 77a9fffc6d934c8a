# Makes a socket of every address family that the kernel knows; that of a VM, for example, is not confined by a namespace.
# Must fail: only local, IP and netlink sockets can be made.
timeout 5 python3 - <<'PY'
import socket

NEEDED = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
NAMES = {int(getattr(socket, name)): name for name in dir(socket) if name.startswith("AF_")}
KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW, socket.SOCK_RDM)
for family in range(1, 64):
    if family in NEEDED:
        continue
    for kind in KINDS:
        try:
            socket.socket(family, kind).close()
        except OSError:
            continue
        print(f"BREACH: a socket of {NAMES.get(family, f'family {family}')} can be made", flush=True)
        break
for protocol in range(32):  # of netlink: routes are its own network's, much else is the machine's
    if protocol == 0:
        continue
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol) as opened:
            opened.bind((0, 1 << 0))
    except OSError:
        continue
    if protocol in (9, 15):  # audit, events of devices
        print(f"BREACH: netlink protocol {protocol} can be listened to", flush=True)
PY
exit 0
