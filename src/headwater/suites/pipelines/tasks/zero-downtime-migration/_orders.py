"""Compute the expected content of shop.orders from the starting state, and read and write orders as the app does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, State

UNITS = {"EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "HRK": 2, "JPY": 0, "ISK": 0, "KWD": 3, "BHD": 3}
TRAFFIC = "(900001, 900002)"
"""The customers whose orders the traffic places, one for each release."""

_NAMED = re.compile(r"%\((\w+)\)s")
_SEEDED = """
    select
        order_key::text, code, amount,
        case when amount is null or amount = 'NaN' then 0
             else (round(amount::numeric, units) * 10::numeric ^ units)::bigint end,
        status, created_at >= '2025-11-01 00:00:00+00' and created_at < '2025-12-01 00:00:00+00',
        (created_at at time zone 'UTC')::date::text || ' ' || market,
        array_remove(array[
            case when units <> 2 then 'decimals' end,
            case when order_id % 17 in (3, 5) then 'half' end,
            case when amount is null or amount = 'NaN' then 'empty' end,
            case when currency is null and code <> 'HRK' then 'no currency' end,
            case when code = 'HRK' then 'kuna' end
        ], null)
    from (
        select o.*, c.code, c.minor_units as units
        from shop.orders o
        join shop.markets m on m.market = o.market
        join shop.currencies c on c.code = coalesce(
            o.currency, case when o.market = 'hr' and o.created_at < '2023-01-01 00:00:00+00' then 'HRK' end, m.currency
        )
    ) typed
"""
_FOUND = "select order_key::text, currency, amount, amount_minor from shop.orders"


@dataclass(frozen=True)
class SeededOrder:
    """An order of the starting state.

    Attributes:
        currency: The currency, also where the row has none.
        amount: The amount as a floating-point number.
        minor: The amount in minor units.
        status: The status.
        is_of_november: Whether it is of November 2025.
        group: The day and the market, as finance groups orders.
        traits: What is special about the row; empty for a plain one.
    """

    currency: str
    amount: float | None
    minor: int
    status: str
    is_of_november: bool
    group: str
    traits: frozenset[str]


@dataclass(frozen=True)
class FoundOrder:
    """The amounts of an order in a state."""

    currency: str | None
    amount: float | None
    minor: int | None


@cache
def seeded_orders(graded: Graded) -> dict[str, SeededOrder]:
    """Return the orders of the starting state, by key."""
    rows = graded.starting.postgres.query(_SEEDED)
    return {key: SeededOrder(*values, frozenset(traits)) for key, *values, traits in rows}


def read_orders(state: State | Graded) -> dict[str, FoundOrder]:
    """Return the amounts of all orders of a state, by key."""
    return {key: FoundOrder(*values) for key, *values in state.postgres.query(_FOUND)}


@cache
def left_orders(graded: Graded) -> dict[str, FoundOrder]:
    """Return the amounts of all orders that the agent left, by key."""
    return read_orders(graded)


def minor_of(amount: float, currency: str) -> int:
    """Return an amount in minor units, as docs/amounts.md defines it."""
    return int(Decimal(f"{amount:.15g}").scaleb(UNITS[currency]).quantize(Decimal(1), ROUND_HALF_UP))


def amount_of(minor: int, currency: str) -> float:
    """Return the floating-point amount for minor units."""
    return float(Decimal(minor).scaleb(-UNITS[currency]))


def statement(graded: Graded, path: str) -> str:
    """Return a statement as the task ships it."""
    return (graded.workspace.shipped_text(path) or "").strip().rstrip(";")


def call(graded: Graded, state: State, path: str, **params: object) -> list[tuple[Any, ...]]:
    """Execute one of the app's statements."""
    sql = statement(graded, path)
    names = _NAMED.findall(sql)
    return state.postgres.app.query(_NAMED.sub("%s", sql), [params[name] for name in names])


def key_of(number: int) -> str:
    """Return the key of an order that a check places."""
    return f"00000000-0000-4000-8000-{number:012}"


def place(graded: Graded, state: State, release: int, number: int, **values: object) -> list[tuple[Any, ...]]:
    """Place an order as a release does."""
    defaults: Mapping[str, object] = {"market": "de", "kind": "order", "currency": "EUR", "customer_id": 1}
    path = f"app/release_{release}/place_order.sql"
    return call(graded, state, path, **{**defaults, "order_key": key_of(number), **values})


def state_line(completed: Completed) -> str:
    """Return the last line that a command printed."""
    return (completed.stdout.strip().splitlines() or [""])[-1].strip()


def describe_end(completed: Completed) -> str:
    """Describe how a command ended."""
    detail = f" ({completed.last_line[:200]})" if completed.exit_code else ""
    return f"exited with {completed.exit_code}{detail}, last line {state_line(completed)[:60]!r}"
