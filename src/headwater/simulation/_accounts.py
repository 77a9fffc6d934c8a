"""Simulates the true state of accounts (customer companies). Each system stores this state with its own errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _geography as geo
from headwater.simulation import _words as words
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    DAYS,
    FIRST_DAY,
    LAST_DAY,
    NULL,
    Flags,
    Floats,
    Ints,
    growth_weights,
)
from headwater.simulation._columns import ident
from headwater.simulation._draw import cumulate
from headwater.simulation._world import BLOCK, World

INDUSTRIES = [
    "Software",
    "Manufacturing",
    "Financial Services",
    "Healthcare",
    "Retail",
    "Logistics",
    "Energy",
    "Public Sector",
    "Education",
    "Media",
]
BANDS = ["1-10", "11-50", "51-200", "201-1000", "1001-5000", "5000+"]
BAND_SEGMENT = np.array([0, 0, 0, 1, 2, 2])
SMB, MID_MARKET, ENTERPRISE = 0, 1, 2
_BAND_LOW = np.array([1, 11, 51, 201, 1_001, 5_001])
_BAND_HIGH = np.array([10, 50, 200, 1_000, 5_000, 40_000])
CLOUD, SERVER, BOTH = 0, 1, 2


@dataclass(frozen=True)
class Accounts:
    """A block's accounts. Every array has one entry per account."""

    block: int
    number: Ints
    id: pa.Array
    name: pa.Array
    domain: pa.Array
    created: Ints
    deleted: Ints
    country: Ints
    region: Ints
    currency: Ints
    offset: Floats
    industry: Ints
    band: Ints
    employees: Ints
    segment: Ints
    deployment: Ints
    sales_led: Flags
    internal: Flags
    test: Flags
    seats: Ints
    """The number of potential users in the company."""

    def __len__(self) -> int:
        return len(self.number)

    @property
    def alive_until(self) -> Ints:
        """The deletion time or, for an account that still exists, the frozen clock."""
        return np.where(self.deleted == NULL, AS_OF, self.deleted)

    @property
    def real(self) -> Flags:
        """Return whether each account belongs to a customer, as opposed to Mooring itself or to tests."""
        return ~(self.internal | self.test)


def make_accounts(world: World, block: int) -> Accounts:
    """Create a block's accounts."""
    draw, n = world.draw("accounts", block), world.size(block)
    number = block * BLOCK + np.arange(n, dtype=np.int64)
    days = draw.days(cumulate(growth_weights()), np.full(n, FIRST_DAY), np.full(n, LAST_DAY))
    country = draw.pick(geo.WEIGHTS, n)
    created = np.minimum(draw.working_time(days, geo.OFFSET[country]), AS_OF - DAY // 2)
    band = draw.pick([20, 27, 23, 19, 8, 3], n)
    employees = np.floor(_BAND_LOW[band] + (_BAND_HIGH[band] - _BAND_LOW[band]) * draw.uniform(n) ** 2).astype(np.int64)
    segment = BAND_SEGMENT[band]
    internal = number % 200 == 7
    test = draw.flags(0.02, n) & ~internal
    age = (AS_OF - created) / (DAYS * DAY)
    is_deleted = draw.flags(0.10 * age, n) & ~internal
    deleted = np.where(is_deleted, draw.seconds(created + 20 * DAY, np.maximum(created + 21 * DAY, AS_OF), n), NULL)
    deleted = np.where(deleted > AS_OF, NULL, deleted)
    deployment = draw.pick_by([[88, 9, 3], [65, 22, 13], [45, 30, 25]], segment)
    want = np.array([6.0, 22.0, 58.0])[segment]
    seats = np.clip(np.rint(draw.lognormal(want, 0.6, n)), 1, np.maximum(employees, 2)).astype(np.int64)
    industry = draw.pick([22, 14, 12, 10, 10, 9, 6, 6, 6, 5], n)
    # Odd numbers belong to companies that only the CRM contains.
    name, domain = words.company_names(number * 2, country, industry)
    return Accounts(
        block=block,
        number=number,
        id=ident("acc_", number),
        name=name,
        domain=domain,
        created=created,
        deleted=deleted,
        country=country,
        region=geo.REGION[country],
        currency=geo.CURRENCY[country],
        offset=geo.OFFSET[country],
        industry=industry,
        band=band,
        employees=employees,
        segment=segment,
        deployment=deployment,
        sales_led=draw.flags(np.array([0.05, 0.4, 0.8])[segment], n) & ~(internal | test),
        internal=internal,
        test=test,
        seats=seats,
    )
