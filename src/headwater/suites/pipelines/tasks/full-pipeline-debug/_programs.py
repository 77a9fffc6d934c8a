"""Programs that run in a copy next to pipeline.py: they kill it, read meanwhile, or stand between it and ClickHouse."""

from __future__ import annotations

import json
from typing import Any

from _parcels import TOPIC, last_line

from headwater.grading import State

_KILL = r"""
import os, subprocess, sys, time
import psycopg
from confluent_kafka import Consumer, TopicPartition

limit, seconds, arguments, nothing = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:], subprocess.DEVNULL
sessions = (
    "select count(*) from pg_stat_activity where usename = current_user and backend_start > "
    "(select backend_start from pg_stat_activity where pid = pg_backend_pid())"
)
reader = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "watch"})
name = "parcels.changes"
partitions = [TopicPartition(name, number) for number in reader.list_topics(name).topics[name].partitions]


def sent():
    return sum(reader.get_watermark_offsets(each, timeout=10)[1] for each in partitions) if limit else -1


with psycopg.connect("", autocommit=True) as watch:
    first, started = sent(), time.monotonic()
    run = subprocess.Popen([sys.executable, "pipeline.py", *arguments], stdout=nothing, stderr=nothing)
    while run.poll() is None and sent() - first < (limit or 1) and time.monotonic() - started < seconds:
        time.sleep(0.002)
    run.kill()
    run.wait()
    # The server ends a session after the statement that it was executing, and releases its locks only then.
    while watch.execute(sessions).fetchone()[0]:
        time.sleep(0.01)
"""
_OVERLAP = r"""
import json, subprocess, sys

runs = [subprocess.Popen([sys.executable, "pipeline.py"], stdout=subprocess.DEVNULL) for _ in range(3)]
print(json.dumps([run.wait(120) for run in runs]))
"""
_CUT = r"""
import json, os, socket, subprocess, sys, threading

limit, target = int(sys.argv[1]), (os.environ["CLICKHOUSE_HOST"], int(os.environ["CLICKHOUSE_PORT"]))
count, lock = 0, threading.Lock()


def pass_on(client):
    # ClickHouse gets the request that reaches the limit, but its answer and all later requests are lost.
    global count
    try:
        server = socket.create_connection(target)
    except OSError:
        return client.close()

    def answers():
        try:
            while (data := server.recv(65536)) and count < limit:
                client.sendall(data)
        except OSError:
            pass
        for end in (client, server):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    threading.Thread(target=answers, daemon=True).start()
    try:
        while data := client.recv(65536):
            with lock:
                if data.startswith((b"POST ", b"GET ")):
                    if count >= limit:
                        break
                    count += 1
            server.sendall(data)
    except OSError:
        pass
    if count >= limit:
        client.close()


listener = socket.create_server(("127.0.0.1", 0))


def accept():
    while True:
        client, _ = listener.accept()
        if count >= limit:
            client.close()
        else:
            threading.Thread(target=pass_on, args=[client], daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
port = str(listener.getsockname()[1])
env = os.environ | {"CLICKHOUSE_HOST": "127.0.0.1", "CLICKHOUSE_PORT": port}
env["CLICKHOUSE_URL"] = f"http://127.0.0.1:{port}"
run = subprocess.run([sys.executable, "pipeline.py"], env=env, capture_output=True, timeout=120)
print(json.dumps({"code": run.returncode, "requests": count}))
os._exit(0)
"""
_READ = r"""
import json, os, subprocess, sys, threading, time
import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
DAYS = "SELECT sum(parcels), sum(delivered), sum(revenue) FROM analytics.depot_daily WHERE depot = 'lyon'"
PARCELS = "SELECT count(), sum(price) FROM analytics.parcels WHERE depot = 'lyon'"
ended, answers, asked, failed = threading.Event(), set(), 0, ""


def read():
    global asked, failed
    while not ended.is_set():
        try:
            answers.add(str([str(value) for sql in (DAYS, PARCELS) for value in client.query(sql).first_row]))
            asked += 1
            time.sleep(0.05)
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
commands = [[sys.executable, "pipeline.py"], [sys.executable, "pipeline.py", "--repair"]]
runs = [subprocess.run(command, capture_output=True, text=True) for command in commands]
ended.set()
thread.join()
report = {"codes": [run.returncode for run in runs], "repair": runs[1].stdout.strip().rpartition("\n")[2]}
print(json.dumps(report | {"answers": sorted(answers)[:3], "asked": asked, "failed": failed}))
"""
_LONG = r"""
import json, subprocess, sys, time
import psycopg

with psycopg.connect("") as slow, psycopg.connect("", autocommit=True) as quick:
    slow.execute("update app.parcels set state = 'held' where parcel_id between 150100 and 150107")
    slow.execute("delete from app.parcels where parcel_id between 150110 and 150113")
    codes = []
    for number in range(3):
        time.sleep(0.4)
        quick.execute("update app.parcels set price = price + 1 where parcel_id between 150200 and 150203")
        quick.execute("delete from app.parcels where parcel_id = %s", [150210 + number])
        codes.append(subprocess.run([sys.executable, "pipeline.py"], stdout=subprocess.DEVNULL).returncode)
print(json.dumps(codes))
"""
_TOPIC = """
import os, time
from confluent_kafka.admin import AdminClient, NewPartitions, NewTopic

admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
"""
_ADD = f"""
for future in admin.create_partitions([NewPartitions("{TOPIC}", 9)]).values():
    future.result(20)
"""
_NEW = f"""
groups = [group.group_id for group in admin.list_consumer_groups().result(20).valid]
for future in (admin.delete_consumer_groups(groups) if groups else {{}}).values():
    future.result(20)
names = [name for name in admin.list_topics(timeout=20).topics if not name.startswith("__")]
for future in admin.delete_topics(names).values():
    future.result(20)
while set(names) & set(admin.list_topics(timeout=20).topics):
    time.sleep(0.1)
admin.create_topics([NewTopic("{TOPIC}", 6)])["{TOPIC}"].result(20)
"""


def run_killed(state: State, *arguments: str, messages: int = 0, seconds: float = 60) -> None:
    """Start pipeline.py, and kill it after it has sent some messages or after some time."""
    _program(state, _KILL, str(messages), str(seconds), *arguments)


def run_at_once(state: State) -> list[int]:
    """Start three runs at the same time. Return their exit codes."""
    codes: list[int] = json.loads(_program(state, _OVERLAP) or "[]")
    return codes


def run_cut(state: State, requests: int) -> dict[str, int]:
    """Run pipeline.py while ClickHouse fails after some requests. Return the exit code and the number of requests."""
    report: dict[str, int] = json.loads(_program(state, _CUT, str(requests)) or "{}")
    return report


def run_and_read(state: State) -> dict[str, Any]:
    """Run pipeline.py and --repair while a client reads figures that do not change."""
    report: dict[str, Any] = json.loads(_program(state, _READ) or '{"failed": "the program failed"}')
    return report


def run_during_transaction(state: State) -> list[int]:
    """Run pipeline.py three times while a transaction is open, and commit it. Return the exit codes."""
    codes: list[int] = json.loads(_program(state, _LONG) or "[]")
    return codes


def add_partitions(state: State) -> None:
    """Give the topic nine partitions."""
    _program(state, _TOPIC + _ADD)


def empty_kafka(state: State) -> None:
    """Delete all topics and consumer groups, and create the topic again."""
    _program(state, _TOPIC + _NEW)


def _program(state: State, text: str, *arguments: str) -> str:
    state.write(".program", text)
    ran = state.run(f"python3 -I .program {' '.join(arguments)}", timeout_sec=180)
    return last_line(ran) if ran.exit_code == 0 else ""
