"""Derive the mart from the sources and the invoices, independently of any solution, and compare it with the tables."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from headwater.grading import Graded, QueryError, State

Row = tuple[Any, ...]
Key = tuple[date, int, str]
Records = dict[Key, dict[str, int]]
PARTS = ("open", "closed", "adjustments")

# Quantities are in thousandths, amounts in cents, prices in millionths.
_RECORDS = """
    select (used_at at time zone 'UTC')::date, account_id, product, record_id, (quantity * 1000)::bigint
    from raw.usage where arrival_id > %s and quantity >= 0 order by arrival_id
"""
_RECORDS_OF = """
    select (used_at at time zone 'UTC')::date, account_id, product, record_id, (quantity * 1000)::bigint
    from raw.usage where account_id = any(%s) and quantity >= 0 order by arrival_id
"""
_PLANS = """
    select distinct on (account_id, valid_from) account_id, valid_from, plan
    from crm.plan_changes order by account_id, valid_from, change_id desc
"""
_PRICES = """
    select distinct on (plan, product, valid_from) plan, product, valid_from, (unit_price * 1000000)::bigint
    from billing.prices order by plan, product, valid_from, price_id desc
"""
_LINES = """
    select month, day, account_id, product, plan, (quantity * 1000)::bigint, (amount * 100)::bigint
    from billing.invoice_lines where month > %s
"""
_LINES_OF = """
    select month, day, account_id, product, plan, (quantity * 1000)::bigint, (amount * 100)::bigint
    from billing.invoice_lines where account_id = any(%s)
"""
_DAILY = "select day, account_id, product, plan, quantity * 1000, amount * 100 from mart.daily_usage"
_ADJUSTMENTS = "select month, day, account_id, product, quantity * 1000, amount * 100 from mart.adjustments"


@dataclass(frozen=True)
class Mart:
    """What the tables should have.

    Attributes:
        open_month: The first month that is not closed.
        open: The rows of daily_usage for days from then on.
        closed: The rows of daily_usage for days of closed months.
        adjustments: The rows of adjustments.
    """

    open_month: date
    open: set[Row]
    closed: set[Row]
    adjustments: set[Row]

    @property
    def posted(self) -> int:
        """The number of adjustments in the open month."""
        return sum(row[0] == self.open_month for row in self.adjustments)


class _Periods:
    """Values with the days from which they are valid."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: dict[Row, tuple[list[date], list[Any]]] = {}
        for *key, valid_from, value in rows:
            if value is not None:
                days, values = self._rows.setdefault(tuple(key), ([], []))
                days.append(valid_from)
                values.append(value)

    def at(self, day: date, *key: Any) -> Any:
        days, values = self._rows.get(key, ([], []))
        number = bisect_right(days, day)
        return values[number - 1] if number else None


def _add(records: Records, rows: list[Row]) -> Records:
    """Return records with those of new rows, and leave the given ones as they are."""
    added = dict(records)
    for day, account, product, record, quantity in rows:
        key = (day, account, product)
        if added.get(key) is records.get(key):
            added[key] = dict(records.get(key, {}))
        added[key][record] = quantity
    return added


@cache
def _start(graded: Graded) -> tuple[Records, int, list[Row], date]:
    """Return the records at the start, the last arrival, the invoice lines and the last closed month."""
    postgres = graded.starting.postgres
    closed = postgres.scalar("select max(month) from billing.closed_months")
    last = int(postgres.scalar("select max(arrival_id) from raw.usage"))
    return _add({}, postgres.query(_RECORDS, [0])), last, postgres.query(_LINES, [date.min]), closed


def _price(records: Records, plans: _Periods, prices: _Periods) -> dict[Key, Row]:
    due = {}
    for key, quantities in records.items():
        day, account, product = key
        plan, quantity = plans.at(day, account), sum(quantities.values())
        price = prices.at(day, plan, product) if plan else None
        due[key] = (plan or "unassigned", quantity, (quantity * (price or 0) + 5_000_000) // 10_000_000)
    return due


@cache
def _due_at_start(graded: Graded, plans: tuple[Row, ...], prices: tuple[Row, ...]) -> dict[Key, Row]:
    return _price(_start(graded)[0], _Periods(plans), _Periods(prices))


def _due(graded: Graded, new: list[Row], plans: list[Row], prices: list[Row]) -> dict[Key, Row]:
    """Return plan, quantity and amount for the records of the start and new ones."""
    records = _start(graded)[0]
    added = _add(records, new)
    changed = {key: added[key] for key in {row[:3] for row in new}}
    return _due_at_start(graded, tuple(plans), tuple(prices)) | _price(changed, _Periods(plans), _Periods(prices))


def _differences(due: dict[Key, Row], lines: list[Row], open_month: date) -> set[Row]:
    """Return the adjustments of the open month: what is due for closed months, less what has been invoiced."""
    open_sums = {key: [quantity, cents] for key, (_, quantity, cents) in due.items() if key[0] < open_month}
    for _, *key, _, quantity, cents in lines:
        sums = open_sums.setdefault((key[0], key[1], key[2]), [0, 0])
        sums[0] -= quantity
        sums[1] -= cents
    return {(open_month, *key, *sums) for key, sums in open_sums.items() if sums != [0, 0]}


def truth(graded: Graded, state: State | Graded) -> Mart:
    """Return what the tables should have, from the data of the start and what a check has added to them."""
    _, last, lines, closed = _start(graded)
    due = _due(
        graded, state.postgres.query(_RECORDS, [last]), state.postgres.query(_PLANS), state.postgres.query(_PRICES)
    )
    return _mart(due, lines + state.postgres.query(_LINES, [closed]), read_open_month(state))


def truth_of(state: State, accounts: Sequence[int]) -> Mart:
    """Return what the tables should have for some accounts."""
    postgres, parameters = state.postgres, [list(accounts)]
    plans, prices = _Periods(postgres.query(_PLANS)), _Periods(postgres.query(_PRICES))
    due = _price(_add({}, postgres.query(_RECORDS_OF, parameters)), plans, prices)
    return _mart(due, postgres.query(_LINES_OF, parameters), read_open_month(state))


def read_open_month(state: State | Graded) -> date:
    """Return the first month after the last closed one."""
    closed: date = state.postgres.scalar("select max(month) from billing.closed_months")
    return (closed + timedelta(32)).replace(day=1)


def _mart(due: dict[Key, Row], lines: list[Row], open_month: date) -> Mart:
    return Mart(
        open_month,
        {(*key, *row) for key, row in due.items() if key[0] >= open_month},
        {row[1:] for row in lines if row[0] == row[1].replace(day=1)},
        _differences(due, lines, open_month)
        | {(*row[:4], *row[5:]) for row in lines if row[0] != row[1].replace(day=1)},
    )


@cache
def at_start(graded: Graded) -> Mart:
    """Return what the tables should have for the data of the start."""
    return truth(graded, graded.starting)


def part_rows(state: State | Graded, mart: Mart, part: str) -> list[Row]:
    """Return the rows of a part of the mart, in the units of `truth`."""
    if part == "adjustments":
        return state.postgres.query(_ADJUSTMENTS)
    operator = ">=" if part == "open" else "<"
    return state.postgres.query(f"{_DAILY} where day {operator} %s", [mart.open_month])


def fault(state: State | Graded, mart: Mart, *parts: str) -> str:
    """Describe the first part that differs from the expected rows, by default of all parts."""
    for part in parts or PARTS:
        try:
            found = part_rows(state, mart, part)
        except QueryError as error:
            return f"a query is refused: {error}"
        message = _difference(found, getattr(mart, part))
        if message:
            return f"{_NAMES[part]}: {message}"
    return ""


_NAMES = {
    "open": "mart.daily_usage, open months",
    "closed": "mart.daily_usage, closed months",
    "adjustments": "mart.adjustments",
}


def _difference(found: list[Row], right: set[Row]) -> str:
    counted = Counter(found)
    extra = [row for row, number in counted.items() if number > 1 or row not in right]
    missing = [row for row in right if row not in counted]
    if not extra and not missing:
        return ""
    return (
        f"{len(found)} rows for {len(right)}; {len(extra)} are wrong, such as {_described(extra)}, "
        f"and {len(missing)} are missing, such as {_described(missing)}"
    )


def _described(rows: list[Row]) -> str:
    if not rows:
        return "none"
    first = min(rows, key=str)
    return " ".join(str(value) for value in first[:-2]) + f" with {first[-2] / 1000} for {first[-1] / 100}"
