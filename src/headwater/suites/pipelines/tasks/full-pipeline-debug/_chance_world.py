"""What changes by chance in a small copy: the application's parcels and the topic. `_chance_life.py` uses it."""

from __future__ import annotations

import json
import os
import random
import time
from typing import Any

import psycopg
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewPartitions

Session = psycopg.Connection[Any]
Found = tuple[int, int, bytes | None, bytes | None]  # partition, offset, key and value

TOPIC = "parcels.changes"
BROKER: dict[str, Any] = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 0}
DEPOTS = ("lyon", "nice", "saint-étienne", "l'isle-d'abeau")
STATES = (
    "delivered",
    "delivered",
    "returned",
    "lost",
    "announced",
    'on "hold"',
    " delivered",
    "mouillé ☔",
    "a\\b\n%s",
)
PRICES = ("0.00", "0.01", "0.29", "1.15", "19.99", "1234567.89", "9999999999.99")
DAYS = ("2000-01-01", "2024-02-29", "2025-03-30", "2025-05-20", "2099-12-31")
ODD = (
    None,
    b"",
    b"null",
    b"\xff",
    b"[]",
    b'{"parcel": 1, "revision": 99}',
    b'{"parcel": 1, "revision": 0, "deleted": true}',
)
KINDS = ("change", "change", "change", "same", "cancel", "cancel", "restore", "restore", "new")


class Application:
    """The application: a session that commits each statement, and two whose transactions stay open for rounds."""

    def __init__(self, chance: random.Random, number: int) -> None:
        self.chance, self.number = chance, number
        self.events: list[list[Any]] = []
        self.quick = psycopg.connect("", autocommit=True)
        self.slow = [psycopg.connect(""), psycopg.connect("")]
        self.locked: list[set[int]] = [set(), set()]
        self.is_open = [False, False]
        sql = "SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        self.newest_session = self.slow[1].execute(sql).fetchone()[0]
        self.slow[1].rollback()

    def numbers(self) -> tuple[list[int], list[int]]:
        """Return the parcels that are there and the cancelled ones, without those that an open transaction changed."""
        locked = self.locked[0] | self.locked[1]
        there = {row[0] for row in self.quick.execute("SELECT parcel_id FROM app.parcels")}
        gone = {row[0] for row in self.quick.execute("SELECT parcel_id FROM app.deleted_parcels")} - there
        return sorted(there - locked), sorted(gone - locked)

    def insert(self, session: Session, number: int) -> None:
        values = [number, *(self.chance.choice(values) for values in (DEPOTS, STATES, PRICES, DAYS))]
        session.execute("INSERT INTO app.parcels VALUES (%s, 1, %s, %s, %s, %s, now())", values)

    def change(self, session: Session, number: int) -> None:
        values = [*(self.chance.choice(values) for values in (DEPOTS, STATES, PRICES, DAYS)), number]
        columns = "depot = %s, state = %s, price = %s, posted_on = %s"
        session.execute(f"UPDATE app.parcels SET {columns} WHERE parcel_id = %s", values)

    def cancel(self, session: Session, number: int) -> None:
        session.execute("DELETE FROM app.parcels WHERE parcel_id = %s", [number])

    def same(self, session: Session, number: int) -> None:
        session.execute("UPDATE app.parcels SET state = state WHERE parcel_id = %s", [number])

    def work(self, session: Session, who: str) -> int:
        """Make a random change to one parcel, and return its number."""
        kind, (there, gone) = self.chance.choice(KINDS), self.numbers()
        if kind == "new" or (kind == "restore" and not gone) or not there:
            kind, number, self.number = "new", self.number, self.number + 1
        else:
            number = self.chance.choice(gone if kind == "restore" else there)
        steps = {"change": self.change, "same": self.same, "cancel": self.cancel}
        steps.get(kind, self.insert)(session, number)
        self.note(number, f"{kind} by {who}")
        return number

    def work_at_once(self) -> None:
        """Cancel and restore a parcel in one transaction, or change all parcels of a depot in one."""
        there, _ = self.numbers()
        if self.chance.random() < 0.5 and there:
            number = self.chance.choice(there)
            with self.quick.transaction():
                self.cancel(self.quick, number)
                self.insert(self.quick, number)
            self.note(number, "cancelled and restored in one transaction")
        else:
            depot = self.chance.choice(DEPOTS)
            sql = "UPDATE app.parcels SET price = price / 2 WHERE depot = %s AND parcel_id = ANY(%s)"
            self.quick.execute(sql, [depot, there])
            self.note(0, f"all parcels of {depot} changed in one transaction")

    def step(self) -> None:
        """Do one thing in one of the sessions."""
        which, chance = self.chance.randrange(2), self.chance.random()
        if chance < 0.5:
            self.work(self.quick, "a short transaction")
        elif chance < 0.6:
            self.work_at_once()
        elif not self.is_open[which]:
            self.slow[which].execute("SELECT now()")  # it begins here, and may change something only rounds later
            self.is_open[which] = True
            self.note(0, f"long transaction {which} begins")
        elif chance < 0.85:
            self.locked[which].add(self.work(self.slow[which], f"long transaction {which}"))
        else:
            self.end(which, commits=chance < 0.97)

    def end(self, which: int, *, commits: bool) -> None:
        """End a long transaction."""
        end = self.slow[which].commit if commits else self.slow[which].rollback
        end()
        self.locked[which], self.is_open[which] = set(), False
        self.note(0, f"long transaction {which} {'commits' if commits else 'is rolled back'}")

    def note(self, number: int, text: str) -> None:
        self.events.append([number, text])


class Topic:
    """The topic: what is in it, and what the partners send."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.reader = Consumer(BROKER | {"group.id": "chance", "enable.auto.commit": False})
        self.admin = AdminClient(BROKER)
        self.known: list[bytes] = []

    def partitions(self) -> int:
        return len(self.reader.list_topics(TOPIC, timeout=20).topics[TOPIC].partitions)

    def ends(self) -> dict[int, int]:
        places = [TopicPartition(TOPIC, number) for number in range(self.partitions())]
        return {each.partition: self.reader.get_watermark_offsets(each, timeout=20)[1] for each in places}

    def after(self, ends: dict[int, int]) -> list[Found]:
        """Return the messages after some positions: partition, offset, key and value."""
        now = self.ends()
        found: list[Found] = []
        places = [TopicPartition(TOPIC, number, ends.get(number, 0)) for number, end in now.items()]
        waiting = sum(end - ends.get(number, 0) for number, end in now.items())
        self.reader.assign(places)
        while len(found) < waiting and (batch := self.reader.consume(waiting - len(found), timeout=20)):
            found += [(each.partition(), each.offset(), each.key(), each.value()) for each in batch if not each.error()]
        self.reader.assign([])
        self.known += [message[3] for message in found if message[3]]
        return sorted(found, key=lambda message: message[:2])

    def partner(self) -> None:
        """Send something as a partner: messages of the topic again, or unusable ones."""
        again = [self.vary(self.chance.choice(self.known)) for _ in range(self.chance.randrange(4)) if self.known]
        odd = [self.chance.choice(ODD) for _ in range(self.chance.randrange(2))]
        producer = Producer(BROKER)  # a new one knows all partitions
        for value in again + odd:
            key = self.chance.choice((None, b"", b"lyon", b"1"))
            producer.produce(TOPIC, value, key=key, partition=self.chance.randrange(self.partitions()))
        producer.flush(20)

    def vary(self, value: bytes) -> bytes:
        """Return a message as it is, or with a field that consumers do not know."""
        try:
            content = json.loads(value)
        except ValueError:
            return value
        if self.chance.random() < 0.7 or not isinstance(content, dict):
            return value
        return json.dumps({"sent_again_by": "relayo", **content}).encode()

    def add_partition(self) -> None:
        known = self.partitions()
        for future in self.admin.create_partitions([NewPartitions(TOPIC, known + 1)]).values():
            future.result(20)
        while self.partitions() == known:
            time.sleep(0.05)
