"""Draw what the app does with a few sales: all values that the documents allow, with the rare ones frequent."""

from __future__ import annotations

import random

from headwater.grading import kill_points

COLUMNS = ("customer_id", "product", "country", "amount", "currency", "sold_at", "status", "refunded", "note")
SEEDED = (50_007, 51_111, 64_005, 75_001, 75_002, 80_008, 88_888, 99_999)
"""Sales of the world that exist at the start; September 2025, which is closed on the way, has the first two."""
ADDED = (200_001, 200_002, 200_003, 200_004, 4_294_967_301, 4_294_967_302, 9_007_199_254_740_993, 200_008)
"""Sales of the world that come later; some numbers need more than 32 bits, and one is no exact float."""
WORLD = SEEDED + ADDED

_VALUES = {
    "customer_id": ("417", "417", "1", "418", "2147483647"),
    "product": ("'Book 1'", "'book 1'", "'Book 10'", "'Žižkov'", "'Äpfel'", "'Book \"q\" 🎧'", "''"),
    "country": ("null", "null", "''", "'AT'", "'DE'", "'unknown'", "'at'", "'ÖS'", "'null'"),
    "amount": ("0.00", "0.01", "-0.01", "9.50", "900000000000.00", "999999999999.99", "-999999999999.99", "0.29"),
    "currency": ("'EUR'", "'EUR'", "'CHF'"),
    "status": ("'paid'", "'paid'", "'refunded'", "'test'", "'open'"),
    "refunded": ("null", "null", "0.00", "0.01", "0.29", "999999999999.99"),
    "note": (
        *(
            "null",
            "''",
            "' '",
            "'x '",
            "'NULL'",
            r"'\N'",
            r"E'\t\n\r\n'",
            r"E'a\\b''c\"d'",
            "'žluťoučký 🎧'",
            "'e\u0301'",
        ),
        r"repeat('long ''\" ', 500)",
    ),
}
_TIMES = (
    *("2026-05-01 00:00:00", "2026-05-31 23:59:59.999999", "2026-04-30 23:59:59.999999", "2026-06-01 00:00:00"),
    *("2026-01-01 00:00:00", "2025-12-31 23:59:59.999999", "2026-03-29 01:00:00.000001", "2025-10-26 01:30:00"),
    *("2025-10-01 00:00:00", "2026-05-15 12:00:00.100000", "2026-05-15 12:00:00", "2028-02-29 23:59:59.000001"),
)
_KINDS = ("change", "change", "same", "back", "delete", "replace", "refund", "undone")
_SEPTEMBER = ("2025-09-01 00:00:00", "2025-09-15 08:00:00.5", "2025-09-30 23:59:59.999999", "2025-09-30 22:00:00")


class Chance:
    """Statements of the app, one after another. Statements for a sale depend on whether it exists.

    Attributes:
        log: What was done with each sale, the last at the end.
        is_open: Whether September 2025 is not closed yet.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._places: list[int] = []
        self.is_open = True
        self.log: dict[int, list[str]] = {number: [] for number in WORLD}

    def happens(self, probability: float) -> bool:
        """Return true with a probability."""
        return self._random.random() < probability

    def place(self, requests: int) -> int:
        """Return a number of requests after which to kill a run; all of `kill_points` come in turn."""
        if not self._places:
            self._places = kill_points(requests)
            self._random.shuffle(self._places)
        return self._places.pop()

    def numbers(self, among: list[int], most: int) -> list[int]:
        """Return a few of some sales."""
        return self._random.sample(among, min(len(among), self._random.randint(1, most)))

    def statements(self, number: int, exists: bool) -> tuple[str, bool]:
        """Return what a transaction does with a sale, and whether the sale exists after it."""
        kind = self._random.choice(_KINDS if exists else ("add", "add", "brief"))
        script = getattr(self, f"_{kind}")(number)
        self.log[number].append(f"{kind}: {script[:300]}")
        return script, kind not in ("delete", "brief")

    def note(self, what: str) -> None:
        """Remember a run or a commit in the logs of all sales."""
        for lines in self.log.values():
            lines.append(what)

    def _value(self, column: str) -> str:
        if column == "sold_at":
            return f"'{self._random.choice(_TIMES + _SEPTEMBER * self.is_open)}+00'"
        return self._random.choice(_VALUES[column])

    def _add(self, number: int) -> str:
        values = ", ".join(self._value(column) for column in COLUMNS)
        return f"insert into app.sales (sale_id, {', '.join(COLUMNS)}, updated_at) values ({number}, {values}, now());"

    def _change(self, number: int) -> str:
        some = self._random.sample(COLUMNS, self._random.randint(1, 3))
        changed = ", ".join(f"{column} = {self._value(column)}" for column in some)
        return f"update app.sales set {changed} where sale_id = {number};"

    def _same(self, number: int) -> str:
        return f"update app.sales set note = note where sale_id = {number};"

    def _back(self, number: int) -> str:
        away = f"update app.sales set amount = -amount, customer_id = customer_id # 1 where sale_id = {number};"
        return away + away

    def _delete(self, number: int) -> str:
        return f"delete from app.sales where sale_id = {number};"

    def _replace(self, number: int) -> str:
        return self._delete(number) + self._add(number)

    def _brief(self, number: int) -> str:
        return self._add(number) + self._delete(number)

    def _refund(self, number: int) -> str:
        return f"update app.sales set refunded = null where sale_id = {number}; select app.refund({number}, 0.01);"

    def _undone(self, number: int) -> str:
        return f"{self._change(number)} savepoint s; {self._delete(number)} rollback to savepoint s;"
