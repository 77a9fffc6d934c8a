"""Draw changes of a few payments in all three systems: all values that the documents allow, the rare ones often."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

from headwater.grading import kill_points

PAYMENTS = (
    100_043,
    100_050,
    101_000,
    102_222,
    103_999,
    300_001,
    300_002,
    300_003,
    4_294_967_297,
    9_223_372_036_854_775_807,
)
"""Payments that Postgres has, or can have; the last two need more than 32 and all of 63 bits."""
FOREIGN = (97_001, 9_900_001, 9_900_002, 12_884_901_889)
"""Payments that Postgres never has."""
WORLD = PAYMENTS + FOREIGN
COLUMNS = ("transaction_id", "merchant_id", "amount", "currency", "status", "created_at")
_MERCHANTS = (217, 218, 901, 4_000)
_AMOUNTS = (
    "0.00",
    "0.01",
    "0.05",
    "0.06",
    "10.10",
    "10.15",
    "70000000401.07",
    "9007199254740993.17",
    "9999999999999999.99",
)
_CURRENCIES = (None, "", "DKK", "EUR", "NULL", "\\N", "dkk")
_STATUSES = ("authorized", "settled", "refunded", "chargeback", "on\thold", 'it\'s \\ "odd"\n', "čeká 🎧")
_TIMES = (
    *(
        "2026-04-20 00:00:00",
        "2026-04-20 23:59:59",
        "2026-02-28 23:59:59",
        "2026-03-01 00:00:00",
        "2026-03-29 01:30:00",
    ),
    *(
        "2019-12-31 23:59:59",
        "2020-02-29 12:00:00",
        "2026-01-01 00:00:00",
        "2031-07-01 00:00:00",
        "2026-06-30 23:59:59",
    ),
)
_CENTS = ("0.01", "-0.01", "0.05", "-0.05", "0.06", "1.00")
_PRODUCERS = ("web-5.0", "terminal-3.1", "terminal-2.4", "kiosk-1.9", "web-5.1 ☂")
_MALFORMED = (
    *(b"", b"{}", b"[]", b"not json", b"\xff\xfe", b'{"transaction_id": 100043, "version": 2'),
    *(b'{"transaction_id": "100043", "version": 2}', b'{"transaction_id": 100050, "version": "2"}'),
    *(b'{"transaction_id": true, "version": 1}', b'{"transaction_id": 100050, "version": null}'),
    *(b'{"transaction_id": 9223372036854775808, "version": 1}', b'{"transaction_id": -1, "version": 1}'),
    *(b'[{"transaction_id": 100050, "version": 1}]', b'{"transaction_id": 100050, "version": 0}'),
)
Row = dict[str, Any]


class Chance:
    """Random changes, each of which is remembered in `log`, the last at the end."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._places: list[int] = []
        self.log: dict[int, list[str]] = {number: [] for number in WORLD}

    def note(self, what: str) -> None:
        """Remember a run in the logs of all payments."""
        for lines in self.log.values():
            lines.append(what)

    def choice(self, options: Any) -> Any:
        """Return one of some options."""
        return self._random.choice(options)

    def some(self, numbers: tuple[int, ...], most: int) -> list[int]:
        """Return a few of some payments."""
        return self._random.sample(numbers, self._random.randint(1, most))

    def place(self, requests: int) -> int:
        """Return a number of requests after which to kill a run; all of `kill_points` come in turn."""
        if not self._places:
            self._places = kill_points(requests, 6)
            self._random.shuffle(self._places)
        return self._places.pop()

    def row(self, number: int) -> Row:
        """Return a payment with any values."""
        values = (_MERCHANTS, tuple(map(Decimal, _AMOUNTS)), _CURRENCIES, _STATUSES, _TIMES)
        return dict(zip(COLUMNS, (number, *map(self._random.choice, values)), strict=True))

    def spoiled(self, row: Row) -> Row:
        """Return a row with another value in one or two of its columns; amounts are often off by a few cents."""
        other = self.row(row["transaction_id"])
        other["amount"] = self._random.choice((other["amount"], abs(row["amount"] + Decimal(self.choice(_CENTS)))))
        names = self._random.sample(COLUMNS[1:], self._random.randint(1, 2))
        return row | {name: other[name] for name in names if other["amount"] < 10**16 or name != "amount"}

    def changed_in_postgres(self, number: int, exists: bool) -> str:
        """Return a statement that adds a payment, or changes or erases one, and remember it."""
        kind = self.choice(("change", "change", "erase", "again") if exists else ("add",))
        row = self.row(number)
        values = ", ".join(map(_literal, row.values()))
        if kind == "change":
            name = self.choice(COLUMNS[1:])
            sql = f"update app.transactions set {name} = {_literal(row[name])}, version = version + 1"
            sql += f" where transaction_id = {number};"
        else:
            sql = f"delete from app.transactions where transaction_id = {number};" if exists else ""
            if kind != "erase":
                version = self.choice((1, 2, 3))
                sql += "insert into app.transactions"
                sql += f" ({', '.join(COLUMNS)}, version, updated_at) values ({values}, {version}, '2026-06-30');"
        self.log[number].append(f"Postgres: {sql}")
        return sql

    def copies(self, number: int, rows: list[Row], right: Row | None) -> list[Row]:
        """Return other rows of a payment for ClickHouse, and remember them."""
        base = right or (rows[0] if rows else self.row(number))
        kind = self.choice(("lost", "twice", "spoiled", "spoiled", "twice and spoiled", "odd twice"))
        found = {
            "lost": [],
            "twice": [base, base],
            "spoiled": [self.spoiled(base)],
            "twice and spoiled": [base, self.spoiled(base), self.spoiled(base)],
            "odd twice": [self.spoiled(base)] * 2,
        }[kind]
        self.log[number].append(f"ClickHouse: {kind}: {[tuple(map(str, row.values())) for row in found]}")
        return found

    def messages(self) -> list[bytes]:
        """Return messages: versions in any order, some of which came before, and some that are malformed."""
        found = []
        for number in self.some(WORLD, 5):
            version = self.choice((1, 2, 3, 4, 9, 2**63 - 1))
            producer = _PRODUCERS[(number + version) % len(_PRODUCERS)]  # a version never has two producers
            event = {"transaction_id": number, "version": version, "status": "settled", "producer": producer}
            found += [json.dumps(event, ensure_ascii=False).encode()] * self.choice((1, 1, 2))
        return found + [self.choice(_MALFORMED) for _ in range(2)]


def _literal(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, int | Decimal):
        return str(value)
    if value in _TIMES:
        return f"'{value}+00'"
    text = str(value).replace("'", "''").replace("\\", "\\\\")
    return f"E'{text}'"
