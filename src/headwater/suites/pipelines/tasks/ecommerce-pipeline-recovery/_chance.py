"""A small dense world of orders: few keys, and times on both sides of each shop's midnights, drawn by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random

from headwater.grading import State

Pair = tuple[date, str]

# The midnights around which orders are placed, in UTC: on the first days of raw.orders, and on days with clock changes.
# In Ponta Delgada, the hour after midnight of 25 October comes twice.
_MIDNIGHTS = {
    "lisbon": ("09-22 23:00", "09-23 23:00", "10-24 23:00", "10-26 00:00", "11-19 00:00"),
    "helsinki": ("09-22 21:00", "10-24 21:00", "10-25 22:00", "11-18 22:00"),
    "austin": ("09-23 05:00", "09-24 05:00", "11-01 05:00", "11-02 06:00", "11-19 06:00"),
    "auckland": ("09-22 12:00", "09-26 12:00", "09-27 11:00", "11-18 11:00"),
    "ponta-delgada": ("09-23 00:00", "10-25 00:00", "10-25 00:20", "10-26 01:00"),
    "kiritimati": ("09-22 10:00", "09-23 10:00", "11-18 10:00"),
}
_NEW_SHOPS = "insert into raw.shops values ('ponta-delgada', 'Atlantic/Azores'), ('kiritimati', 'Pacific/Kiritimati');"
_AROUND = (timedelta(microseconds=-1), timedelta(0), timedelta(minutes=30))
_STATUSES = ("paid", "paid", "shipped", "shipped", "returned", "cancelled", "placed", "part_paid", "reshipped")
_TOTALS = (None, 0, 1, 990, 2_450, 7_300, 19_999, 10_000_000_000)
_KEYS_OF_A_SHOP = 3
_ENDED = "2026-11-20 12:00:00+00"
_DELIVERED = """
    insert into raw.orders (delivery_id, order_id, revision, shop, status, total_cents, placed_at, received_at) values
    ({number}, '{order}', {revision}, '{shop}', '{status}', {total}, '{placed}',
        timestamptz '{ended}' + interval '{received} seconds');
"""
_DELETED_DAYS = """
    delete from raw.orders where order_id in (
        select order_id from (select distinct on (order_id) * from raw.orders order by order_id, revision desc) latest
        join raw.shops using (shop) where (placed_at at time zone time_zone)::date < '{first}'
    );
"""


@dataclass(frozen=True)
class Row:
    """A delivery in raw.orders, with its day in the time zone of its shop."""

    number: int
    revision: int
    status: str
    total: int | None
    placed: str
    day: date


@dataclass
class World:
    """The orders of the dense world and what happened to them.

    Attributes:
        clock: The time of the gateway, in seconds after the end of the data at the start.
        first: The first day that raw.orders has.
        rows: The deliveries of each order that are in raw.orders.
        shops: The shop of each order that there ever was.
        log: What happened, with the order or an empty string.
    """

    state: State
    chance: Random
    clock: int = 400
    first: date = date(2026, 9, 21)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    shops: dict[str, str] = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Add the new shops, and find the day of each time at which orders are placed."""
        self.state.postgres.execute(_NEW_SHOPS)
        self._numbers: set[int] = set()
        self._base = int(self.state.postgres.scalar("select max(delivery_id) from raw.orders"))
        self._times = {shop: list(self._placed_at(shop)) for shop in _MIDNIGHTS}

    def _placed_at(self, shop: str) -> Iterator[tuple[str, date]]:
        zone = self.state.postgres.scalar("select time_zone from raw.shops where shop = %s", [shop])
        for midnight in _MIDNIGHTS[shop]:
            for distance in _AROUND:
                placed = f"{datetime.fromisoformat('2026-' + midnight) + distance}+00"
                sql = "select (%s::timestamptz at time zone %s)::date"
                yield placed, self.state.postgres.scalar(sql, [placed, zone])

    def note(self, text: str, order: str = "") -> None:
        """Add to the log."""
        self.log.append((order, text))

    def deliver(self, number: int) -> None:
        """Let the gateway commit deliveries of chosen orders."""
        self.state.postgres.execute("".join(self._delivery() for _ in range(number)))

    def _delivery(self) -> str:
        shop = self.chance.choice(list(_MIDNIGHTS))
        order = self._order_of(shop)
        revision, same = self._revision(self.rows.setdefault(order, []))
        content = same or self._content(shop, order, revision)
        received = max(1, self.clock - self.chance.choice((0, 0, 5, 100, 299)))
        row = Row(self._number(received), revision, *content)
        self.rows[order].append(row)
        self.note(
            f"delivery {row.number} of {order} in {shop}: revision {revision}, {row.status}, {row.total}, "
            f"placed at {row.placed}, which is {row.day} there",
            order,
        )
        return _DELIVERED.format(
            number=row.number,
            order=order,
            revision=revision,
            shop=shop,
            status=row.status,
            total="null" if row.total is None else row.total,
            placed=row.placed,
            ended=_ENDED,
            received=received,
        )

    def _order_of(self, shop: str) -> str:
        """Return one of the few orders of a shop; an order whose days were deleted does not come again."""
        known = [order for order in self.rows if self.shops[order] == shop]
        if len(known) == _KEYS_OF_A_SHOP:
            return self.chance.choice(known)
        order = f"X-{len(self.shops):03}"
        self.shops[order] = shop
        return order

    def _revision(self, rows: list[Row]) -> tuple[int, tuple[str, int | None, str, date] | None]:
        """Choose a revision, and return the content if there is already a delivery with this revision."""
        highest = max((row.revision for row in rows), default=0)
        earlier = self.chance.randint(1, highest + 1)
        revision = self.chance.choice((highest + 1, highest + 1, highest + 2, earlier, earlier))
        same = next((row for row in rows if row.revision == revision), None)
        return revision, (same.status, same.total, same.placed, same.day) if same else None

    def _content(self, shop: str, order: str, revision: int) -> tuple[str, int | None, str, date]:
        rows = self.rows[order]
        is_latest = all(row.revision < revision for row in rows)
        allowed = [time for time in self._times[shop] if time[1] >= self.first]
        if not is_latest and self.chance.random() < 0.7:
            # What an earlier revision says can be a day that the gateway has deleted since.
            allowed = [time for time in self._times[shop] if time[1] < self.first] or allowed
        last = latest(rows) if rows else None
        placed, day = (last.placed, last.day) if last and self.chance.random() < 0.4 else self.chance.choice(allowed)
        return self.chance.choice(_STATUSES), self.chance.choice(_TOTALS), placed, day

    def _number(self, received: int) -> int:
        """Return a new number. Numbers grow with the time at which the gateway writes, and have gaps."""
        number = self._base + 100 + received * 40
        while number in self._numbers:
            number += 1
        self._numbers.add(number)
        return number

    def withdraw(self) -> None:
        """Let the gateway withdraw a delivery or a whole order."""
        orders = [order for order, rows in self.rows.items() if rows]
        if not orders:
            return
        order = self.chance.choice(orders)
        rows = self.rows[order]
        gone = [latest(rows)] if self.chance.random() < 0.6 else list(rows)
        rest = [row for row in rows if row not in gone]
        # The first day that raw.orders has must remain the first.
        if rest and latest(rest).day < self.first:
            gone, rest = list(rows), []
        numbers = ", ".join(str(row.number) for row in gone)
        self.state.postgres.execute(f"delete from raw.orders where delivery_id in ({numbers});")
        self.rows[order] = rest
        self.note(f"deliveries withdrawn of {order}: {numbers}", order)

    def delete_days(self, first: date) -> None:
        """Let the gateway delete the orders that were placed before a day."""
        self.state.postgres.execute(_DELETED_DAYS.format(first=first))
        self.first = first
        for order in [order for order, rows in self.rows.items() if rows and latest(rows).day < first]:
            del self.rows[order]
        self.note(f"the gateway deleted the orders placed before {first}")

    def events_of(self, pair: Pair, number: int = 14) -> list[str]:
        """Return the last entries in the log about orders that ever were on this day, and about runs."""
        wanted = f"which is {pair[0]} there"
        orders = {order for order, text in self.log if wanted in text and self.shops.get(order) == pair[1]}
        return [text for order, text in self.log if not order or order in orders][-number:]


def latest(rows: list[Row]) -> Row:
    """Return the delivery that says what an order is now."""
    return max(rows, key=lambda row: row.revision)
