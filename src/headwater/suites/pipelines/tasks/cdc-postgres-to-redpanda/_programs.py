"""Programs that run alongside `cdc.py` in a copy and act as the website or kill runs."""

# A slow transaction writes before a quick one, and commits after a run has sent the quick one.
LATE = r"""
import subprocess, sys, time
import psycopg

INSERT = "insert into app.posts (board, number, author, body, posted_at) values ('bikes', %s, %s, 'text', now())"
FLUSHED = {"options": "-c synchronous_commit=on"}  # so that decoding sees each commit at once
with psycopg.connect("", **FLUSHED) as slow:
    slow.execute(INSERT, [70001, "slow"])
    slow.execute("update app.posts set votes = 70001 where number = 41")
    with psycopg.connect("", autocommit=True, **FLUSHED) as quick:
        quick.execute(INSERT, [70002, "quick"])
        quick.execute("update app.posts set votes = 70002 where number = 42")
    first = subprocess.run([sys.executable, "cdc.py"], capture_output=True, timeout=40).returncode
time.sleep(1)  # until the server has ended the session of the first run
print(first, subprocess.run([sys.executable, "cdc.py"], capture_output=True, timeout=40).returncode)
"""
# Acts as the website: writes during runs and measures how long its statements take.
WRITE_MEANWHILE = r"""
import json, subprocess, sys, threading, time
import psycopg

ended, waits, failed, codes = threading.Event(), [0.0], "", []


def write():
    global failed
    number = 80_000
    with psycopg.connect("", autocommit=True, options="-c lock_timeout=20s -c synchronous_commit=on") as website:
        while not ended.is_set():
            number += 1
            started = time.monotonic()
            try:
                website.execute(
                    "insert into app.posts (board, number, author, body, posted_at) "
                    "values ('garden', %s, 'w', 'w', now())",
                    [number],
                )
                website.execute("update app.posts set votes = votes + 1 where number %% 400 = %s", [number % 400])
                if number % 3 == 0:
                    website.execute("delete from app.posts where board = 'garden' and number = %s", [number - 1])
            except psycopg.Error as error:
                failed = str(error)[:200]
            waits.append(time.monotonic() - started)
            time.sleep(0.01)


def lag():
    # How long the machine itself keeps a thread waiting.
    global slowest
    while not ended.is_set():
        started = time.monotonic()
        time.sleep(0.05)
        slowest = max(slowest, time.monotonic() - started - 0.05)


slowest = 0.0
threads = [threading.Thread(target=write), threading.Thread(target=lag)]
for thread in threads:
    thread.start()
time.sleep(0.5)
for _ in range(int(sys.argv[1])):
    codes.append(subprocess.run([sys.executable, "cdc.py"], capture_output=True, timeout=60).returncode)
ended.set()
for thread in threads:
    thread.join()
print(json.dumps({"codes": codes, "longest": max(waits), "lag": slowest, "failed": failed}))
"""
# Kill runs once the topic has received a given number of their events.
KILL = r"""
import os, subprocess, sys, time
from confluent_kafka import Consumer, TopicPartition

consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "watch", "log_level": 0})


def sent():
    return sum(consumer.get_watermark_offsets(TopicPartition("posts", number), timeout=10)[1] for number in range(6))


for events in (1, 300, 1500):
    before = sent()
    process = subprocess.Popen([sys.executable, "cdc.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None:
        if sent() >= before + events:
            process.kill()
        time.sleep(0.005)
"""
MANY_TRANSACTIONS = """
import psycopg

with psycopg.connect("", autocommit=True, options="-c synchronous_commit=on") as website:
    website.execute(
        "do $$ begin for n in 1..2500 loop "
        "update app.posts set votes = votes + 2 where number in (n, n + 1500); commit; end loop; end $$"
    )
"""
