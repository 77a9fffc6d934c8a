"""Send events as the shop does, and let programs act while replay.py runs."""

from __future__ import annotations

import json
from typing import Any

from _orders import TOPIC, last_line

from headwater.grading import State
from headwater.services import Message

PARTITIONS = 6
_ADD_PARTITION = r"""
import os
from confluent_kafka.admin import AdminClient, NewPartitions

admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
for future in admin.create_partitions([NewPartitions("orders.events", 7)]).values():
    future.result(20)
"""
_GROUPS = r"""
import json, os
from confluent_kafka.admin import AdminClient

admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
print(json.dumps(sorted(group.group_id for group in admin.list_consumer_groups().result().valid)))
"""
_OVERLAP = r"""
import json, subprocess, sys

commands = [["replay.py"], ["replay.py"], ["replay.py", *sys.argv[1:]]]
runs = [subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL) for command in commands]
print(json.dumps([run.wait(120) for run in runs]))
"""
_READ = r"""
import json, subprocess, sys, threading, time
import psycopg

ended, answers, failed = threading.Event(), set(), ""
SQL = "select count(*), sum(total), sum(paid), sum(items) from app.order_snapshots"


def read():
    global failed
    with psycopg.connect("", autocommit=True, options="-c statement_timeout=5s") as reader:
        while not ended.is_set():
            try:
                answers.add(str(reader.execute(SQL).fetchone()))
                time.sleep(0.01)
            except psycopg.Error as error:
                failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
time.sleep(0.2)
code = subprocess.run([sys.executable, "replay.py", "--rebuild"], capture_output=True).returncode
ended.set()
thread.join()
print(json.dumps({"code": code, "answers": sorted(answers)[:9], "failed": failed}))
"""


def event(order: str, seq: int, kind: str, version: int = 1, **data: Any) -> bytes:
    """Return an event of a new order. Its time follows from its number."""
    at = f"2026-05-30T{seq % 24:02}:30:00+02:00"
    fields = {"id": f"{order}/{seq}", "order": order, "seq": seq, "type": kind, "at": at}
    return json.dumps({"v": 2, "event": fields, "data": data} if version == 2 else fields | {"data": data}).encode()


def send(state: State, *values: bytes | None, partition: int | None = None) -> None:
    """Send messages to the given partition, or to all of them in turn."""
    messages = [
        Message(value, partition=number % PARTITIONS if partition is None else partition)
        for number, value in enumerate(values)
    ]
    state.kafka.produce(TOPIC, messages)


def many(name: str, number: int) -> list[bytes]:
    """Return events of many orders, three for each order, in an unfavorable order."""
    orders = [f"order-{name}-{n}" for n in range(number)]
    third = [event(order, 3, "paid", 2, amount=700) for order in orders]
    second = [event(order, 2, "item_added", sku="sku-1", quantity=2, price="3.50") for order in orders]
    return third + second + [event(order, 1, "placed", customer="customer-many") for order in orders]


def add_partition(state: State) -> None:
    """Add a seventh partition to the topic."""
    _program(state, _ADD_PARTITION)


def run_at_once(state: State, *arguments: str) -> list[int]:
    """Start three runs at the same time, the last one with the given arguments. Return their exit codes."""
    codes: list[int] = json.loads(_program(state, _OVERLAP, *arguments) or "[]")
    return codes


def groups(state: State) -> list[str]:
    """Return the consumer groups that Kafka knows."""
    names: list[str] = json.loads(_program(state, _GROUPS) or '["the groups cannot be listed"]')
    return names


def rebuild_while_reading(state: State) -> dict[str, Any]:
    """Run --rebuild while a client queries totals. Return its exit code, the different answers and the last error."""
    report: dict[str, Any] = json.loads(_program(state, _READ) or '{"failed": "the program failed"}')
    return report


def _program(state: State, text: str, *arguments: str) -> str:
    state.write(".program", text)
    ran = state.run(f"python3 -I .program {' '.join(arguments)}", timeout_sec=150)
    return last_line(ran) if ran.exit_code == 0 else ""
