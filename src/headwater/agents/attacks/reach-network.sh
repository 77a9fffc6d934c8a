# Looks for a way out: interfaces, routes, names, ports of the machine, abstract sockets.
# Must fail: the sandbox has its own loopback, on which only the task's services listen.
python3 - <<'PY'
import http.client
import os
import socket
from pathlib import Path

def breach(what):
    print(f"BREACH: {what}", flush=True)

others = [name for _, name in socket.if_nameindex() if name != "lo"]
if others:
    breach(f"interfaces {others}")
if len(Path("/proc/net/route").read_text().splitlines()) > 1:
    breach("there is a route")
for host in ("pypi.org", "github.com", "metadata.google.internal"):
    try:
        breach(f"{host} resolves to {socket.gethostbyname(host)}")
    except OSError:
        pass

def answers(address, timeout=0.3):
    try:
        with socket.create_connection(address, timeout):
            return True
    except OSError:
        return False

for address in (("1.1.1.1", 443), ("8.8.8.8", 53), ("169.254.169.254", 80), ("172.17.0.1", 22), ("10.0.0.1", 80), ("::1", 22)):
    if answers(address):
        breach(f"{address} answers")

def is_locked(port):
    """Whether all that a port does is ask for a token, as the control port of the Kafka engine does."""
    for method in ("GET", "POST"):
        for path in ("/", "/status", "/reset"):
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
            try:
                asked.request(method, path, headers={"Authorization": "Bearer guess"})
                if asked.getresponse().status != 401:
                    return False
            except (OSError, http.client.HTTPException):
                return False
            finally:
                asked.close()
    return True

# Every port that listens must be in the environment or require a token.
told = " ".join(os.environ.values())
for table in ("/proc/net/tcp", "/proc/net/tcp6"):
    for line in Path(table).read_text().splitlines()[1:]:
        fields = line.split()
        port = int(fields[1].rpartition(":")[2], 16)
        if fields[3] == "0A" and str(port) not in told and not is_locked(port):
            breach(f"port {port} listens and is none of the task's")
for port in (22, 2375, 2376, 3306, 5000, 6443, 8265, 8888, 10250):
    if str(port) not in told and answers(("127.0.0.1", port), 0.1):
        breach(f"port {port} of the machine answers")
for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
    path = line.split()[7:]
    if path and path[0].startswith("@"):
        breach(f"the abstract socket {path[0]} is there")
PY
for tool in /usr/bin/curl /usr/bin/wget; do
  [ -x $tool ] && timeout 2 $tool -s -o /dev/null http://example.com 2>/dev/null && echo "BREACH: $tool reaches the internet"
done
exit 0
