"""Write the parcels of the application, and what the faulty pipeline made of them from March to May 2025."""

import json
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from headwater.services import Message

DEPOTS = ("lyon", "lille", "nantes", "toulouse", "metz", "rouen", "brest", "dijon", "limoges", "nice", "tours", "arras")
STATES = ("announced", "in_transit", "in_transit", "delivered", "delivered", "delivered", "returned", "lost")
TOPIC, MISSPELT = "parcels.changes", "parcel.changes"
PARTITIONS, PAGE = 6, 5_000
BEFORE, PER_DAY, UPDATES, DAYS = 125_000, 1_000, 600, 80
LIVE = datetime(2025, 3, 1, 4, tzinfo=UTC)
LILLE_CLOSES = LIVE + timedelta(days=24, hours=19)
STOPPED = range(40, 44)  # days on which the loader did not run
CRASHED = (17, 58)  # days on which a run ended between its commit and its insert
UNUSABLE = (b"ping", b'{"test": true}', b"[]", b'{"parcel": "P-17", "revision": 1, "deleted": true}')


@dataclass(frozen=True)
class Parcel:
    """A row of app.parcels."""

    id: int
    revision: int
    depot: str
    state: str
    price: Decimal
    posted_on: date
    updated_at: datetime

    @property
    def message(self) -> bytes:
        """The message of this revision."""
        content = {"parcel": self.id, "revision": self.revision, "depot": self.depot, "state": self.state}
        return json.dumps(content | {"price": str(self.price), "posted_on": self.posted_on.isoformat()}).encode()


def mixed(number: int) -> int:
    """Return a number that depends on another one without an apparent pattern."""
    return zlib.crc32(number.to_bytes(8, "big"))


def depot(number: int, at: datetime) -> str:
    """Return a depot that is open at the time."""
    chosen = DEPOTS[number % 11]
    return "arras" if chosen == "lille" and at > LILLE_CLOSES else chosen


def posted(number: int, at: datetime) -> Parcel:
    """Return a new parcel."""
    price = Decimal(290 + mixed(number) % 4_700 + (mixed(number) % 97 == 0) * 90_000).scaleb(-2)
    day = at.date() if number >= BEFORE else date(2025, 1, 1) + timedelta(days=mixed(number + 9_000_000) % 58)
    return Parcel(100_000 + number, 1, depot(mixed(number + 1_000_000), at), "announced", price, day, at)


class Company:
    """The application, the publisher and the loader with their faults.

    Attributes:
        parcels: The rows of app.parcels by number.
        changed: The numbers of parcels that changed after the last run of the publisher.
        deleted: The rows of app.deleted_parcels.
        topic: The messages by topic, in the order in which they were sent.
        waiting: The numbers of messages that the loader has not read, by partition.
        loaded: The rows that the loader inserted.
        position: The progress of the publisher.
    """

    def __init__(self) -> None:
        self.parcels: dict[int, Parcel] = {}
        self.changed: set[int] = set()
        self.deleted: list[tuple[int, int, datetime]] = []
        self.topic: dict[str, list[Message]] = {TOPIC: [], MISSPELT: []}
        self.waiting: list[list[Parcel]] = [[] for _ in range(PARTITIONS)]
        self.loaded: list[list[Any]] = []
        self.position = datetime(2000, 1, 1, tzinfo=UTC)

    def put(self, number: int, parcel: Parcel) -> None:
        """Insert or replace a parcel."""
        self.parcels[number] = parcel
        self.changed.add(number)

    def change(self, number: int, at: datetime, **values: Any) -> None:
        """Change a parcel."""
        old = self.parcels[number]
        self.put(number, replace(old, revision=old.revision + 1, updated_at=at, **values))

    def delete(self, number: int, at: datetime) -> Parcel:
        """Delete a parcel, and return what it was."""
        old = self.parcels.pop(number)
        self.deleted.append((old.id, old.revision + 1, at))
        content = {"parcel": old.id, "revision": old.revision + 1, "deleted": True}
        self.topic[MISSPELT].append(Message(json.dumps(content).encode(), old.depot.encode(), partition=0))
        return old

    def publish(self) -> None:
        """Send pages of rows after the position. Rows with the same time as the end of a page are lost."""
        changed = (self.parcels[number] for number in self.changed if number in self.parcels)
        rows = sorted(
            (row for row in changed if row.updated_at > self.position), key=lambda row: (row.updated_at, mixed(row.id))
        )
        self.changed = set()
        while page := rows[:PAGE]:
            for row in page:
                place = zlib.crc32(row.depot.encode()) % PARTITIONS
                self.topic[TOPIC].append(Message(row.message, row.depot.encode(), partition=place))
                self.waiting[place].append(row)
            self.position = page[-1].updated_at
            rows = [row for row in rows[PAGE:] if row.updated_at > self.position]

    def load(self, at: datetime, lost: int) -> None:
        """Insert the waiting messages except for the first ones, partition by partition."""
        rows = [row for waiting in self.waiting for row in waiting]
        self.waiting = [[] for _ in range(PARTITIONS)]
        for place, row in enumerate(rows[lost:]):
            price = Decimal(int(float(row.price) * 100)).scaleb(-2)
            loaded_at = at + timedelta(milliseconds=place)
            self.loaded.append([row.id, row.revision, row.depot, row.state, price, row.posted_on, loaded_at])


def first_months(company: Company) -> None:
    """Add the parcels from before the pipeline. A nightly job changed many of them in one transaction."""
    for number in range(BEFORE):
        seconds = timedelta(seconds=mixed(number + 2_000_000) % 250_000, milliseconds=number % 1_000)
        at = LIVE - timedelta(days=3) + seconds
        parcel = posted(number, at)
        state = STATES[mixed(number + 3_000_000) % len(STATES)]
        night = LIVE - timedelta(hours=2) if number % 9 == 4 else at
        company.put(number, replace(parcel, revision=1 + mixed(number) % 3, state=state, updated_at=night))


def one_day(company: Company, day: int) -> None:
    """Add the parcels and the changes of a day."""
    noon = LIVE + timedelta(days=day, hours=8)
    for place in range(PER_DAY):
        at = noon + timedelta(seconds=place * 20, milliseconds=place)
        number = BEFORE + day * PER_DAY + place
        company.put(number, posted(number, at))
    known = BEFORE + day * PER_DAY
    for place in range(UPDATES):
        number = known - 1 - mixed(day * 1_000 + place) % (9_000 if place % 3 else known)
        if number not in company.parcels:
            continue
        chance = mixed(day * 1_000 + place + 5_000_000)
        # Every fortieth transaction began before the last run of the publisher read the table.
        at = noon + timedelta(seconds=place * 30, milliseconds=1) if place % 40 else noon - timedelta(hours=19)
        if chance % 9 == 0:
            company.change(number, at, depot=depot(chance // 9, noon))
        elif chance % 25 == 1:
            company.change(number, at, price=company.parcels[number].price + Decimal("1.15"))
        else:
            company.change(number, at, state=STATES[chance // 9 % len(STATES)])
    for place in range(25):
        number = known - 1 - mixed(day * 100 + place + 7_000_000) % 20_000
        if number in company.parcels:
            at = noon + timedelta(seconds=place, hours=9)
            old = company.delete(number, at)
            if place == 7:  # restored on the same day
                company.put(number, replace(old, revision=old.revision + 2, updated_at=at + timedelta(hours=1)))


def at_night(company: Company, day: int) -> None:
    """Change many parcels in one transaction."""
    at = LIVE + timedelta(days=day, hours=19, minutes=7)
    if day == 24:  # a depot closes
        for number in [number for number, row in company.parcels.items() if row.depot == "lille"]:
            company.change(number, at, depot="arras")
    if day in (33, 66):  # parcels without a scan are lost
        for number in [number for number in company.parcels if number % 29 == day % 29]:
            company.change(number, at, state="lost")


def history() -> Company:
    """Return the company after eighty days."""
    company = Company()
    first_months(company)
    company.publish()
    company.load(LIVE, 0)
    for day in range(DAYS):
        one_day(company, day)
        at_night(company, day)
        company.publish()
        if day % 7 == 3:
            bad = UNUSABLE[day // 7 % len(UNUSABLE)]
            company.topic[TOPIC].append(Message(bad, b"partner", partition=day % PARTITIONS))
        if day not in STOPPED:
            company.load(LIVE + timedelta(days=day, hours=20), 700 if day in CRASHED else 0)
    return company


def seed(services: Any) -> None:
    """Fill Postgres, the topics and ClickHouse."""
    company = history()
    for name, partitions in ((TOPIC, PARTITIONS), (MISSPELT, 1)):
        services.kafka.create_topic(name, partitions)
        messages = company.topic[name]
        for first in range(0, len(messages), 50_000):
            services.kafka.produce(name, messages[first : first + 50_000])
    ends = [sum(each.partition == number for each in company.topic[TOPIC]) for number in range(PARTITIONS)]
    commit(services, ends)
    rows = [
        (each.id, each.revision, each.depot, each.state, each.price, each.posted_on, each.updated_at)
        for each in company.parcels.values()
    ]
    kinds = ("bigint", "integer", "text", "text", "numeric", "date", "timestamptz")
    insert(services, "app.parcels", kinds, rows)
    insert(services, "app.deleted_parcels", ("bigint", "integer", "timestamptz"), company.deleted)
    last = [("parcels", company.position), ("deletions", company.deleted[-1][2])]
    insert(services, "pipeline.progress", ("text", "timestamptz"), last)
    columns = ["parcel_id", "revision", "depot", "state", "price", "posted_on", "loaded_at"]
    for first in range(0, len(company.loaded), 100_000):
        services.clickhouse.insert("analytics.parcels", company.loaded[first : first + 100_000], columns)
    services.clickhouse.execute("optimize table analytics.parcels final;\noptimize table analytics.depot_daily final")


def insert(services: Any, table: str, kinds: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """Insert rows into a table of Postgres."""
    arrays = ", ".join(f"%s::{kind}[]" for kind in kinds)
    sql = f"insert into {table} select * from unnest({arrays}) returning 1"
    for first in range(0, len(rows), 50_000):
        services.postgres.query(sql, [list(column) for column in zip(*rows[first : first + 50_000], strict=True)])


def commit(services: Any, ends: list[int]) -> None:
    """Commit the positions of the loader."""
    from confluent_kafka import Consumer, TopicPartition

    with services.network:
        settings = {"bootstrap.servers": services.variables["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "parcels-loader"}
        consumer = Consumer(settings | {"enable.auto.commit": False, "log_level": 2})
        offsets = [TopicPartition(TOPIC, number, end) for number, end in enumerate(ends)]
        consumer.commit(offsets=offsets, asynchronous=False)
        consumer.close()
