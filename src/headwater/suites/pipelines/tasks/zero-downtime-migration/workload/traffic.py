"""Use shop.orders as both releases of the app, finance and the warehouse do, and print each operation as JSON.

Orders of the seed are addressed by their number n. Those with n % 10 = 0 are changed, those with n % 10 = 5 are read.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import threading
import time
import uuid
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import psycopg

SEEDED = 240_000
REPORT_SEC = 6.0
PAUSE_SEC = 0.8
LOCK_TIMEOUT = "1500ms"
UNITS = {"EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "JPY": 0, "ISK": 0, "KWD": 3, "BHD": 3}
MARKETS = {
    "de": "EUR",
    "hr": "EUR",
    "us": "USD",
    "uk": "GBP",
    "ch": "CHF",
    "jp": "JPY",
    "is": "ISK",
    "kw": "KWD",
    "bh": "BHD",
}
COLUMN = """
    select count(*), count(c.conname)
    from pg_attribute a left join pg_constraint c
        on c.conrelid = a.attrelid and c.contype = 'n' and c.convalidated and a.attnum = any (c.conkey)
    where a.attrelid = to_regclass('shop.orders') and a.attname = 'amount_minor' and not a.attisdropped
"""
PLACE = {
    1: """
        INSERT INTO shop.orders (order_key, customer_id, market, kind, currency, amount)
        VALUES (%(order_key)s, %(customer_id)s, %(market)s, %(kind)s, %(currency)s, %(amount)s)
        ON CONFLICT (order_key) DO NOTHING RETURNING order_id
    """,
    2: """
        INSERT INTO shop.orders (order_key, customer_id, market, kind, currency, amount_minor)
        VALUES (%(order_key)s, %(customer_id)s, %(market)s, %(kind)s, %(currency)s, %(amount_minor)s)
        ON CONFLICT (order_key) DO NOTHING RETURNING order_id
    """,
}
IMPORT = """
    INSERT INTO shop.orders (order_key, customer_id, market, kind, amount)
    VALUES (%(order_key)s, %(customer_id)s, %(market)s, %(kind)s, %(amount)s)
    ON CONFLICT (order_key) DO NOTHING RETURNING order_id
"""
CHANGE = {
    1: "UPDATE shop.orders SET amount = %(amount)s WHERE order_key = %(order_key)s RETURNING order_id",
    2: "UPDATE shop.orders SET amount_minor = %(amount_minor)s WHERE order_key = %(order_key)s RETURNING order_id",
}
STATUS = "UPDATE shop.orders SET status = %(status)s WHERE order_key = %(order_key)s RETURNING order_id"
READ = {
    1: "SELECT order_id, amount, status FROM shop.orders WHERE order_key = %(order_key)s",
    2: "SELECT order_id, currency, amount_minor, status FROM shop.orders WHERE order_key = %(order_key)s",
}
SHIP = """
    INSERT INTO shop.shipments (order_id, parcel)
    SELECT order_id, %(parcel)s FROM shop.orders WHERE order_key = %(order_key)s RETURNING shipment_id
"""
REPORT = """
    select sum(orders), sum(revenue)::text from finance.daily_revenue
    where day between '2023-01-01' and '2023-06-30' and market in ('de', 'jp', 'kw')
"""

Order = dict[str, Any]
Operation = Callable[[int, "Client", random.Random, int], None]

stopped = threading.Event()
printing = threading.Lock()


def emit(name: str, **values: object) -> None:
    """Print an event."""
    with printing:
        print(json.dumps({"name": name, "at": round(time.monotonic(), 3), **values}), flush=True)


def seeded_key(n: int) -> str:
    """Return the key of an order of the seed."""
    return str(uuid.UUID(hashlib.md5(f"order {n}".encode()).hexdigest()))


def minor_of(amount: float, currency: str) -> int:
    """Return an amount in minor units, as docs/amounts.md defines it."""
    return int(Decimal(f"{amount:.15g}").scaleb(UNITS[currency]).quantize(Decimal(1), ROUND_HALF_UP))


def amount_of(minor: int, currency: str) -> float:
    """Return the floating-point amount for minor units."""
    return float(Decimal(minor).scaleb(-UNITS[currency]))


class Client:
    """A session of the app, which reports failed operations and connects again."""

    def __init__(self, name: str, lock_timeout: str = LOCK_TIMEOUT) -> None:
        self.name, self.lock_timeout = name, lock_timeout
        self.connection: psycopg.Connection[Any] | None = None

    def run(self, sql: str, **params: object) -> tuple[tuple[Any, ...] | None, str]:
        """Return the first row of a statement and an empty text, or None and the error."""
        try:
            if self.connection is None or self.connection.closed:
                options = f"-c lock_timeout={self.lock_timeout}"
                self.connection = psycopg.connect("", autocommit=True, application_name=self.name, options=options)
            cursor = self.connection.execute(sql.encode(), params)
            return (cursor.fetchone() if cursor.description else None), ""
        except psycopg.Error as error:
            return None, f"{type(error).__name__}: {str(error).splitlines()[0]}"


class Orders:
    """The latest acknowledged orders of a release: those that are changed, and those that are read and shipped."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.orders: dict[bool, list[Order]] = {True: [], False: []}

    def add(self, order: Order, *, is_changed: bool) -> None:
        """Add an order."""
        with self.lock:
            self.orders[is_changed] = [*self.orders[is_changed][-199:], order]

    def pick(self, chance: random.Random, *, is_changed: bool) -> Order | None:
        """Pick an order, or return None if there is none yet."""
        with self.lock:
            return chance.choice(self.orders[is_changed]) if self.orders[is_changed] else None


ORDERS = {1: Orders(), 2: Orders()}


def new_order(chance: random.Random, number: int) -> Order:
    """Return a new order with its currency and its amount in both forms. Every third amount has half a minor unit."""
    market = chance.choice(list(MARKETS))
    currency, sign = MARKETS[market], -1 if number % 9 == 4 else 1
    units = sign * (Decimal(chance.randrange(1, 90_000)) + Decimal(number % 3 == 1) / 2)
    amount = float(units.scaleb(-UNITS[currency]))
    return {
        "key": str(uuid.UUID(int=chance.getrandbits(128))),
        "market": market,
        "kind": "refund" if sign < 0 else "order",
        "currency": currency,
        "amount": amount,
        "minor": minor_of(amount, currency),
    }


def is_withdrawn(release: int, error: str) -> bool:
    """Return whether release 2 has lost its column, upon which its servers stop."""
    return release == 2 and error.startswith("UndefinedColumn")


def place(release: int, client: Client, chance: random.Random, number: int) -> None:
    """Place an order, and one in fifteen twice."""
    order = new_order(chance, number)
    sql, values = PLACE[release], {"currency": order["currency"]}
    if release == 2:
        order["amount"] = amount_of(order["minor"], order["currency"])
        values["amount_minor"] = order["minor"]
    else:
        values["amount"] = order["amount"]
        if number % 4 == 2:
            sql, values = IMPORT, {"amount": order["amount"]}
    values |= {"order_key": order["key"], "market": order["market"], "kind": order["kind"]}
    row, error = client.run(sql, customer_id=900_000 + release, **values)
    if is_withdrawn(release, error):
        return
    if not error and number % 15 == 7:
        _, error = client.run(sql, customer_id=900_000 + release, **values)
    emit("order", release=release, error=error, order_id=row[0] if row else None, **order)
    if row and not error:
        ORDERS[release].add(order, is_changed=number % 2 == 0)


def change(release: int, client: Client, chance: random.Random, number: int) -> None:
    """Change the amount of an order of the seed, or of one that the other release has placed."""
    order = ORDERS[3 - release].pick(chance, is_changed=True) if number % 2 else None
    if order is None:
        n = 20 * chance.randrange(1, SEEDED // 20) - (10 if release == 2 else 0)
        order = {"key": seeded_key(n), "kind": "refund" if n % 29 == 4 else "order"}
    sign, eighths = -1 if order["kind"] == "refund" else 1, chance.randrange(8, 8_000)
    # No amount of release 1 has so many minor units. With as many, its half unit would rightly remain.
    value = {"amount": sign * eighths / 8} if release == 1 else {"amount_minor": sign * (2_000_000 + eighths)}
    row, error = client.run(CHANGE[release], order_key=order["key"], **value)
    if not is_withdrawn(release, error):
        emit("change", release=release, key=order["key"], error=error or ("" if row else "no such order"), **value)


def set_status(release: int, client: Client, chance: random.Random, number: int) -> None:
    """Set the status of an order of the seed or of a new one."""
    order = ORDERS[release].pick(chance, is_changed=True) if number % 4 == 0 else None
    key = order["key"] if order else seeded_key(10 * chance.randrange(1, SEEDED // 10))
    status = f"s{number % 7}"
    row, error = client.run(STATUS, order_key=key, status=status)
    emit("status", release=release, key=key, status=status, error=error or ("" if row else "no such order"))


def read(release: int, client: Client, chance: random.Random, number: int) -> None:
    """Read a new order of either release or one of the seed."""
    order = ORDERS[1 + number % 2].pick(chance, is_changed=False) if number % 3 else None
    n = 10 * chance.randrange(1, SEEDED // 10) + 5
    row, error = client.run(READ[release], order_key=order["key"] if order else seeded_key(n))
    if is_withdrawn(release, error):
        return
    values: Order = {"n": n, "expected": None}
    if order:
        values = {"n": None, "expected": repr(order["amount" if release == 1 else "minor"])}
    emit("read", release=release, found=repr(row[-2]) if row else "no row", error=error, **values)


def ship(release: int, client: Client, chance: random.Random, number: int) -> None:
    """Add a parcel for a new order or for one of the seed."""
    order = ORDERS[1 + number % 4 // 2].pick(chance, is_changed=False) if number % 2 else None
    key = order["key"] if order else seeded_key(10 * chance.randrange(1, SEEDED // 10) + 3)
    parcel = f"T-{uuid.UUID(int=chance.getrandbits(128))}"
    row, error = client.run(SHIP, order_key=key, parcel=parcel)
    emit("shipment", release=release, key=key, parcel=parcel, error=error or ("" if row else "no such order"))


def run_report(client: Client) -> None:
    """Run finance's report, which reads the view at the beginning and at the end of a transaction."""
    emit("report-began")
    first = last = None
    _, error = client.run("begin isolation level repeatable read")
    if not error:
        first, error = client.run(REPORT)
    if not error:
        stopped.wait(REPORT_SEC)
        last, error = client.run(REPORT)
    emit("report", answers=[repr(first), repr(last)], error=error)
    client.run("rollback")


def reports() -> None:
    """Run one report after another."""
    client = Client("finance-report", lock_timeout="0")
    while not stopped.is_set():
        run_report(client)
        stopped.wait(PAUSE_SEC)


def column_state(client: Client) -> tuple[bool, bool]:
    """Return whether amount_minor exists, and whether it has a validated NOT NULL constraint."""
    row, error = client.run(COLUMN)
    if error or row is None:
        emit("deployment", release=2, error=error)
        return False, False
    return bool(row[0]), bool(row[1])


def operate(release: int, operation: Operation, pause_sec: float, needed: int | None = None) -> None:
    """Repeat an operation. Release 2 operates only while the column is there, or is also NOT NULL.

    Args:
        release: The release of the app.
        operation: The operation.
        pause_sec: The pause between two operations.
        needed: The index of the condition in ``column_state``, or None for release 1.
    """
    chance = random.Random(f"{release} {operation.__name__}")
    client, number, is_on = Client(f"app-release-{release}"), 0, needed is None
    while not stopped.wait(pause_sec):
        if needed is not None and (not is_on or number % 20 == 0):
            is_on = column_state(client)[needed]
        if is_on:
            number += 1
            operation(release, client, chance, number)


def main() -> None:
    """Run all clients until SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    os.environ["PGCONNECT_TIMEOUT"] = "10"
    clients: list[tuple[int, Operation, float, int | None]] = [
        (1, place, 0.07, None),
        (1, change, 0.1, None),
        (1, set_status, 0.1, None),
        (1, read, 0.08, None),
        (1, ship, 0.2, None),
        (2, place, 0.09, 0),
        (2, change, 0.12, 0),
        (2, read, 0.09, 1),
    ]
    threads = [threading.Thread(target=operate, args=each) for each in clients]
    threads.append(threading.Thread(target=reports))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
