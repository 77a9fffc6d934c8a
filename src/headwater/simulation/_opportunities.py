"""Writes opportunities, whose stages are lead → discovery → evaluation → proposal → negotiation → won or lost.

Won opportunities and lost renewals come from the contract book. Other lost and open opportunities are drawn in
proportion to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._book import DEALS, RENEWAL, Book
from headwater.simulation._campaign_plan import ADVERTISING
from headwater.simulation._catalog import PRICE_PRODUCT
from headwater.simulation._clock import AS_OF, DAY, HOUR, NULL, Floats, Ints
from headwater.simulation._crm_accounts import CrmAccounts
from headwater.simulation._draw import Draw
from headwater.simulation._hiring import AE, CSM
from headwater.simulation._licenses import Contracts
from headwater.simulation._opportunity_history import LOST, PROPOSAL, STAGES, WON, write_history
from headwater.simulation._pipeline import gather
from headwater.simulation._rows import Rows
from headwater.simulation._subscriptions import Subscriptions
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, nightly

_PROBABILITY = np.array([10, 25, 50, 75, 100, 0])


_FORECAST = ["Pipeline", "Pipeline", "Best Case", "Commit", "Closed", "Omitted"]


SOURCES = ["Website", "Advertising", "Webinar", "Trade Fair", "Partner", "Outbound", "Referral"]


SOURCE_WEIGHTS = [34, 22, 12, 7, 8, 12, 5]


_REASONS = ["Price", "Competitor", "No decision", "Missing feature", "Timing"]


_CODES = ["CLD-TEAM", "CLD-BUS", "CLD-ENT", "SM-PRO", "SM-ENT", "ADD-AUDIT", "ADD-RUNBOOK", "SVC-ONB", "SVC-IMPORT"]


PACIFIC = 8 * HOUR
"""The UTC offset that determines the dates of CRM entries: Pacific time, without daylight saving."""


@dataclass(frozen=True)
class Opportunities:
    """The opportunities of a block. ``account`` is a position among the CRM's accounts."""

    id: pa.Array
    account: Ints
    type: Ints
    created: Ints
    closed: Ints
    """The time at which the opportunity was won or lost; NULL while it is open."""
    stage: Ints
    source: Ints
    campaign: Ints
    owner: Ints
    of_license: Ints
    """The position of the opportunity that each licence was sold through, or -1."""


def write_opportunities(
    world: World,
    accounts: Accounts,
    crm: CrmAccounts,
    book: Book,
    opened: Ints,
    subs: Subscriptions,
    contracts: Contracts,
    license_ids: pa.Array,
    sink: Sink,
) -> Opportunities:
    """Write opportunities, their history and their products."""
    rows = gather(world, accounts, crm, book, opened, subs, contracts)
    draw, n = world.draw("opportunities", accounts.block), len(rows)
    account, kind, closed = rows["account"], rows["type"], rows["closed"]
    done = closed != NULL
    reached = draw.pick_by([[30, 30, 25, 15], [0, 0, 55, 45]], (kind == RENEWAL).astype(int))
    stage = np.where(done, np.where(rows["won"] == 1, WON, LOST), reached)
    territory = crm.territory[account]
    day = np.where(done, closed, AS_OF) // DAY
    owner = np.where(
        kind == RENEWAL, world.staff.assign(draw, CSM, territory, day), world.staff.assign(draw, AE, territory, day)
    )
    source = draw.pick(SOURCE_WEIGHTS, n)
    campaign = _campaigns(world, draw.uniform(n), source, rows["created"] // DAY)
    expected = np.where(
        done, closed, np.maximum(rows["created"] + draw.seconds(40 * DAY, 150 * DAY, n), AS_OF - 20 * DAY)
    )
    amount = rows["amount"] / np.where(crm.currency[account] == 3, 1.0, 100.0)
    close_date = (expected - PACIFIC) // DAY
    ids = col.crm_id("006", world.numbers(accounts.block, n))
    latest = write_history(world, accounts.block, rows, ids, stage, amount, close_date, owner, sink)
    touched = np.maximum(rows["created"] + draw.seconds(DAY, 60 * DAY, n), latest.at)
    modified = np.minimum(np.where(done, closed + 60, touched), AS_OF)
    unsure = (stage < PROPOSAL) & (rows["term"] == 12) & draw.flags(0.3, n)
    sink.write(
        "raw_crm.opportunities",
        {
            "id": ids,
            "account_id": col.take(crm.id, _as_entered(draw, crm, rows)),
            "owner_id": col.take(world.staff.id, owner),
            "name": col.join(col.take(crm.name, account), " - ", col.labels(DEALS, kind)),
            "type": col.labels(DEALS, kind),
            "stage": col.labels(STAGES, stage),
            "amount": latest.amount,
            "currency": col.labels([c.upper() for c in geo.CURRENCIES], crm.currency[account]),
            "probability": _PROBABILITY[stage],
            "close_date": latest.close_date,
            "created_date": rows["created"],
            "last_modified_date": modified,
            "forecast_category": col.labels(_FORECAST, stage),
            "lead_source": col.labels(SOURCES, source),
            "lost_reason": col.labels(_REASONS, np.where(stage == LOST, draw.pick([30, 22, 25, 13, 10], n), -1)),
            "product_line": col.labels(["cloud", "self_managed"], rows["line"]),
            "term_months": np.where(unsure, NULL, rows["term"]),
            "seats": rows["seats"],
            "primary_campaign_id": col.take(world.campaigns.id, campaign),
            "renewed_license_id": col.take(license_ids, rows["license"]),
            "is_deleted": ~done & draw.flags(0.06, n),
            "_loaded_at": nightly(modified),
        },
    )
    _write_products(world, accounts.block, rows, ids, np.where(np.isnan(latest.amount), amount, latest.amount), sink)
    of_license = np.full(len(license_ids), -1)
    sold = np.flatnonzero(rows["new_license"] >= 0)
    of_license[rows["new_license"][sold]] = sold
    return Opportunities(ids, account, kind, rows["created"], closed, stage, source, campaign, owner, of_license)


def _campaigns(world: World, luck: Floats, source: Ints, day: Ints) -> Ints:
    """Return the campaign that led to each opportunity, which is mostly the latest campaign of its kind."""
    plan = world.campaigns
    found = np.full(len(day), -1)
    for kind, label in enumerate([1, 2, -1, 3]):
        if label < 0:
            continue
        of_kind = plan.running(kind)
        of_kind = of_kind[np.argsort(plan.start[of_kind], kind="stable")]
        back = np.floor(luck * (6 if kind == ADVERTISING else 2)).astype(np.int64)
        place = np.searchsorted(plan.start[of_kind], day, side="right") - 1 - back
        fits = (source == label) & (place >= 0) & (luck > 0.08)
        found = np.where(fits, of_kind[np.maximum(place, 0)], found)
    return found


def _as_entered(draw: Draw, crm: CrmAccounts, rows: Rows) -> Ints:
    """Return the account of each opportunity. If a company was entered twice, half of its deals use the duplicate."""
    duplicate = crm.duplicate[rows["account"]]
    is_known = (duplicate >= 0) & (crm.created[duplicate] <= rows["created"])
    return np.where(is_known & draw.flags(0.5, len(rows)), duplicate, rows["account"])


def _write_products(world: World, block: int, rows: Rows, ids: pa.Array, amount: Floats, sink: Sink) -> None:
    """Write opportunity products. Quantity times price less discount equals the amount, up to a cent per seat."""
    n = len(rows)
    draw = world.draw("opportunity products", block)
    discount = np.where(draw.flags(0.25, n), 5.0 * draw.integers(1, 4, n), 0.0)
    some = np.flatnonzero(rows["seats"] > 0)
    unit = np.round(amount / np.maximum(rows["seats"], 1) / (1 - discount / 100), 2)
    sink.write(
        "raw_crm.opportunity_products",
        {
            "id": col.take(col.crm_id("00k", world.numbers(block, n)), some),
            "opportunity_id": col.take(ids, some),
            "product_code": col.labels(_CODES, PRICE_PRODUCT[rows["price"][some]]),
            "quantity": rows["seats"][some],
            "unit_price": unit[some],
            "discount_percent": discount[some],
            "_loaded_at": nightly(rows["created"][some]),
        },
    )
