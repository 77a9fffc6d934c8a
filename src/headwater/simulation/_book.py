"""Collects contract events over time, before billing, licensing and the CRM record them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from headwater.simulation._clock import Flags, Ints
from headwater.simulation._draw import Draw
from headwater.simulation._rows import Rows

CHANGES = [
    "created",
    "trial_converted",
    "quantity_changed",
    "plan_changed",
    "renewed",
    "canceled",
    "reactivated",
    "payment_failed",
]
CREATED, CONVERTED, QUANTITY, PLAN, RENEWED, CANCELED, REACTIVATED, FAILED = range(8)
PAYS, FAILS_ONCE, FAILS_TWICE, NEVER_PAYS = range(4)
DEALS = ["New Business", "Expansion", "Renewal"]
NEW, EXPANSION, RENEWAL = range(3)
_YEARS = [[88, 8, 4], [80, 12, 8], [68, 17, 15]]
"""The percentages of the contracts closed by salespeople that run for one, two and three years, for each segment."""


def draw_years(draw: Draw, segment: Ints, sold: Flags) -> Ints:
    """Draw the duration of each contract in years. Contracts without a salesperson run for one year."""
    return np.where(sold, 1 + draw.pick_by(_YEARS, segment), 1)


def _changes() -> Rows:
    return Rows("sub", "at", "type", "price", "quantity", "old_price", "old_quantity")


def _invoices() -> Rows:
    return Rows("sub", "at", "payment", "license")


def _lines() -> Rows:
    return Rows("invoice", "price", "quantity", "amount", "start", "end", "proration")


def _deals() -> Rows:
    """Create the rows for deals.

    ``term`` is in months, ``amount`` covers the whole term in minor units, ``won`` is 1 or 0, and ``license`` is the
    licence that is due for renewal.
    """
    return Rows(
        "type", "account", "at", "due", "amount", "line", "term", "seats", "won", "license", "price", "new_license"
    )


def _plans() -> Rows:
    return Rows("workspace", "from_plan", "to_plan", "at", "reason")


@dataclass
class Book:
    """The contract events in a block."""

    changes: Rows = field(default_factory=_changes)
    invoices: Rows = field(default_factory=_invoices)
    lines: Rows = field(default_factory=_lines)
    deals: Rows = field(default_factory=_deals)
    plans: Rows = field(default_factory=_plans)
