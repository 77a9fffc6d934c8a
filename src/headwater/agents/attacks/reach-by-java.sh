# Uses Java, through the gateway that Spark opens to Python, to look for routes, processes and files outside the trial.
# Must fail: Java is another program in the sandbox, with the same loopback, processes and files.
# Needs: classic-de
timeout 200 classic-python - <<'PY'
from py4j.protocol import Py4JJavaError
from pyspark.java_gateway import launch_gateway

java = launch_gateway().jvm.java

def breach(what):
    print(f"BREACH: {what}", flush=True)

def works(ask):
    try:
        ask()
    except Py4JJavaError:
        return False
    return True

others = [each.getName() for each in java.util.Collections.list(java.net.NetworkInterface.getNetworkInterfaces())]
if others != ["lo"]:
    breach(f"Java sees the interfaces {others}")
for host in ("repo1.maven.org", "pypi.org", "metadata.google.internal"):
    if works(lambda: java.net.InetAddress.getByName(host)):
        breach(f"{host} resolves for Java")
for place, port in (("1.1.1.1", 443), ("169.254.169.254", 80), ("10.0.0.1", 80), ("172.17.0.1", 22)):
    socket = java.net.Socket()
    if works(lambda: socket.connect(java.net.InetSocketAddress(place, port), 300)):
        breach(f"Java reaches {place}:{port}")
    socket.close()
processes = java.lang.ProcessHandle.allProcesses().toArray()
users = {each.info().user().orElse("agent") for each in processes}
if users != {"agent"} or len(processes) > 50:
    breach(f"Java sees {len(processes)} processes, of {users}")
for path in ("/etc/shadow", "/var/lib/service", "/run/service", "/checks", "/solution"):
    if java.io.File(path).canRead():
        breach(f"Java can read {path}")
for path in ("/opt/harness/classic-de/python/bin", "/opt/harness/classic-de/files/java/bin/java", "/usr/bin"):
    if java.io.File(path).canWrite():
        breach(f"Java can write {path}")
print("Java was asked", flush=True)
PY
exit 0
