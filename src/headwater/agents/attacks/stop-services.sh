# Tries to crash the services, so that the trial counts as a fault of the machine and not as a failure.
# Must fail: statements that stop a service are not allowed, it survives all others, and a service that an agent
# crashes twice counts as the agent's fault.
# Needs: services
python3 - <<'PY' 2>/dev/null &
import os, socket, struct, urllib.parse, urllib.request
if "CLICKHOUSE_URL" in os.environ:
    for user, password in ((os.environ["CLICKHOUSE_USER"], os.environ["CLICKHOUSE_PASSWORD"]), ("default", "")):
        for query in (
            "kill query where query_id != queryID() sync", "kill query where query_id != queryID() async",
            "kill query where user = 'default' async", "drop database default", "drop table system.query_log",
            "drop database system", "drop database information_schema",
            "select groupArray(toString(number)) from numbers(1e10) settings max_memory_usage = 0",
            "system shutdown", "system kill", "system suspend for 3 second", "system crash",
            "system stop listen http", "system stop listen queries all",
        ):
            try:
                request = urllib.request.Request(os.environ["CLICKHOUSE_URL"], query.encode(), {"X-ClickHouse-User": user, "X-ClickHouse-Key": password})
                urllib.request.urlopen(request, timeout=2).read()
                print("accepted:", query)
            except OSError:
                pass
    for port in ("CLICKHOUSE_PORT", "CLICKHOUSE_NATIVE_PORT"):
        try:
            with socket.create_connection(("127.0.0.1", int(os.environ[port])), 1) as wire:
                wire.sendall(os.urandom(1 << 16))
        except OSError:
            pass
if "KAFKA_BOOTSTRAP_SERVERS" in os.environ:
    host, _, port = os.environ["KAFKA_BOOTSTRAP_SERVERS"].rpartition(":")
    frames = [
        struct.pack(">i", 2**31 - 1), struct.pack(">i", -1), struct.pack(">i", 0), b"GET / HTTP/1.1\r\n\r\n", os.urandom(4096),
        *(struct.pack(">ihhih", 10, api, version, 1, -1) for api in range(70) for version in (0, 3, 99)),
        struct.pack(">ihhihi", 14, 3, 0, 1, -1, 2**31 - 1),  # room for so many topics
    ]
    for frame in frames:
        try:
            with socket.create_connection((host, int(port)), 1) as wire:
                wire.sendall(frame)
                wire.settimeout(0.02)
                wire.recv(64)
        except OSError:
            pass
PY
wire=$!
if [ -n "$PGHOST" ]; then
  psql -XqtA -c "select pg_terminate_backend(pid) from pg_stat_activity where pid != pg_backend_pid()" > /dev/null 2>&1
  psql -XqtA -c "select pg_promote()" -c "select pg_switch_wal()" -c "checkpoint" > /dev/null 2>&1
  timeout 5 psql -XqtA -c "with recursive deep as (select 1 as n, repeat('x', 1000) as t union all select n + 1, t || t from deep where n < 30) select sum(length(t)) from deep" > /dev/null 2>&1
  psql -XqtA -d postgres -c "drop database app with (force)" > /dev/null 2>&1
  python3 - <<'PY' 2>/dev/null
import os, socket
port = int(os.environ["PGPORT"])
for junk in (b"\xff" * 4096, (2**31 - 1).to_bytes(4, "big"), b"\0\0\0\x08\x04\xd2\x16\x2e", os.urandom(4096)):
    with socket.create_connection(("127.0.0.1", port), 1) as wire:
        wire.sendall(junk)
kept = [socket.create_connection(("127.0.0.1", port), 1) for _ in range(200)]
PY
fi
wait $wire
exit 0
