"""Opportunities: lead → discovery → evaluation → proposal → negotiation → won or lost.

Those that were won come from the book of contracts, with the renewals that were lost; the rest of the pipeline, lost
and open, is drawn around them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.suites.warehouse.company import _columns as col
from headwater.suites.warehouse.company import _geography as geo
from headwater.suites.warehouse.company._accounts import Accounts
from headwater.suites.warehouse.company._book import DEALS, RENEWAL, Book
from headwater.suites.warehouse.company._campaigns import ADVERTISING
from headwater.suites.warehouse.company._catalog import PRICE_PRODUCT
from headwater.suites.warehouse.company._clock import AS_OF, DAY, HOUR, NULL, Floats, Ints
from headwater.suites.warehouse.company._crm_accounts import CrmAccounts
from headwater.suites.warehouse.company._licenses import Contracts
from headwater.suites.warehouse.company._pipeline import gather
from headwater.suites.warehouse.company._rows import Rows
from headwater.suites.warehouse.company._staff import AE, CSM
from headwater.suites.warehouse.company._subscriptions import Subscriptions
from headwater.suites.warehouse.company._tables import Sink
from headwater.suites.warehouse.company._world import World, nightly

STAGES = ["Discovery", "Evaluation", "Proposal", "Negotiation", "Closed Won", "Closed Lost"]


WON, LOST = 4, 5


_PROBABILITY = np.array([10, 25, 50, 75, 100, 0])


_FORECAST = ["Pipeline", "Pipeline", "Best Case", "Commit", "Closed", "Omitted"]


SOURCES = ["Website", "Advertising", "Webinar", "Trade Fair", "Partner", "Outbound", "Referral"]


SOURCE_WEIGHTS = [34, 22, 12, 7, 8, 12, 5]


_REASONS = ["Price", "Competitor", "No decision", "Missing feature", "Timing"]


_CODES = ["CLD-TEAM", "CLD-BUS", "CLD-ENT", "SM-PRO", "SM-ENT", "ADD-AUDIT", "ADD-RUNBOOK", "SVC-ONB", "SVC-IMPORT"]


PACIFIC = 8 * HOUR
"""The CRM's users live in the Pacific time zone; dates are theirs (winter time all year)."""


@dataclass(frozen=True)
class Opportunities:
    """A block's opportunities; ``account`` is a position among the CRM's accounts."""

    id: pa.Array
    account: Ints
    type: Ints
    created: Ints
    closed: Ints
    """When it was won or lost; NULL while it is open."""
    stage: Ints
    source: Ints
    campaign: Ints
    owner: Ints
    of_license: Ints
    """Of each licence: the position of the sale that it comes from, or -1."""


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
    close_date = (expected - PACIFIC) // DAY
    deleted = ~done & draw.flags(0.06, n)
    minor = np.where(crm.currency[account] == 3, 1.0, 100.0)
    amount = rows["amount"] / minor
    ids = col.crm_id("006", world.numbers(accounts.block, n))
    modified = np.where(done, closed + 60, np.minimum(rows["created"] + draw.seconds(DAY, 60 * DAY, n), AS_OF))
    line = col.labels(["cloud", "self_managed"], rows["line"])
    sink.write(
        "raw_crm.opportunities",
        {
            "id": ids,
            "account_id": col.take(crm.id, account),
            "owner_id": col.take(world.staff.id, owner),
            "name": col.join(col.take(crm.name, account), " - ", col.labels(DEALS, kind)),
            "type": col.labels(DEALS, kind),
            "stage": col.labels(STAGES, stage),
            "amount": np.where(draw.flags(0.2, n) & (stage == 0), np.nan, amount),
            "currency": col.labels([c.upper() for c in geo.CURRENCIES], crm.currency[account]),
            "probability": _PROBABILITY[stage],
            "close_date": close_date,
            "created_date": rows["created"],
            "last_modified_date": np.minimum(modified, AS_OF),
            "forecast_category": col.labels(_FORECAST, stage),
            "lead_source": col.labels(SOURCES, source),
            "lost_reason": col.labels(_REASONS, np.where(stage == LOST, draw.pick([30, 22, 25, 13, 10], n), -1)),
            "product_line": line,
            "term_months": rows["term"],
            "seats": rows["seats"],
            "primary_campaign_id": col.take(world.campaigns.id, campaign),
            "renewed_license_id": col.take(license_ids, rows["license"]),
            "is_deleted": deleted,
            "_loaded_at": nightly(np.minimum(modified, AS_OF)),
        },
    )
    _write_history(world, accounts.block, rows, ids, stage, amount, close_date, owner, sink)
    _write_products(world, accounts.block, rows, ids, amount, minor, sink)
    of_license = np.full(len(license_ids), -1)
    sold = np.flatnonzero(rows["new_license"] >= 0)
    of_license[rows["new_license"][sold]] = sold
    return Opportunities(ids, account, kind, rows["created"], closed, stage, source, campaign, owner, of_license)


def _campaigns(world: World, luck: Floats, source: Ints, day: Ints) -> Ints:
    """Give the campaign that brought an opportunity: the last of its kind that had begun, mostly."""
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


def _write_history(
    world: World,
    block: int,
    rows: Rows,
    ids: pa.Array,
    stage: Ints,
    amount: Floats,
    close_date: Ints,
    owner: Ints,
    sink: Sink,
) -> None:
    """Write a row for each stage, and some for a change of close date; amounts are guesses up to the proposal."""
    draw, n = world.draw("opportunity history", block), len(rows)
    done = stage >= WON
    first = np.where(rows["type"] == RENEWAL, 2, 0)
    last = np.where(
        stage == LOST, first + np.floor(draw.uniform(n) * (4 - first)).astype(np.int64), np.where(done, 3, stage)
    )
    end = np.where(done, rows["closed"], AS_OF - HOUR)
    fractions = np.sort(draw.uniform(n * 3).reshape(n, 3), axis=1) * 0.9
    guess = np.round(amount * draw.between(0.7, 1.2, n), 0)
    slip = np.where(draw.flags(0.4, n), draw.integers(3, 45, n), 0)
    parts: list[tuple[Ints, Ints, Ints, Floats, Ints]] = []
    for step in range(4):
        some = np.flatnonzero((first <= step) & (step <= last))
        share = np.where(step == first[some], 0.0, fractions[some, step - 1])
        at = rows["created"][some] + np.floor((end - rows["created"])[some] * share).astype(np.int64)
        value = guess[some] if step < 2 else amount[some]
        parts.append((some, np.full(len(some), step), at, value, close_date[some] + (slip[some] if step < 3 else 0)))
    moved = np.flatnonzero((slip > 0) & done & (last < 3))
    at = rows["created"][moved] + np.floor((end - rows["created"])[moved] * 0.95).astype(np.int64)
    value = np.where(last[moved] < 2, guess[moved], amount[moved])
    parts.append((moved, last[moved], at, value, close_date[moved]))
    closed = np.flatnonzero(done)
    parts.append((closed, stage[closed], rows["closed"][closed], amount[closed], close_date[closed]))
    which, stages, times = (np.concatenate([p[i] for p in parts]) for i in range(3))
    order = np.lexsort((stages, times))
    which, stages, times = which[order], stages[order], times[order]
    system = draw.flags(0.08, len(which))
    sink.write(
        "raw_crm.opportunity_history",
        {
            "id": col.crm_id("008", world.numbers(block, len(which))),
            "opportunity_id": col.take(ids, which),
            "stage": col.labels(STAGES, stages),
            "amount": np.concatenate([p[3] for p in parts])[order],
            "close_date": np.concatenate([p[4] for p in parts])[order],
            "created_date": times,
            "created_by_id": col.take(world.staff.id, np.where(system, 0, owner[which])),
            "_loaded_at": nightly(times),
        },
    )


def _write_products(
    world: World, block: int, rows: Rows, ids: pa.Array, amount: Floats, minor: Floats, sink: Sink
) -> None:
    """Write what each opportunity is about; quantity times price less discount is its amount, but for a cent a seat."""
    del minor
    n = len(rows)
    draw = world.draw("opportunity products", block)
    discount = np.where(draw.flags(0.25, n), 5.0 * draw.integers(1, 4, n), 0.0)
    some = np.flatnonzero(rows["seats"] > 0)
    unit = np.round(amount / np.maximum(rows["seats"], 1) / (1 - discount / 100), 2)
    sink.write(
        "raw_crm.opportunity_products",
        {
            "id": col.crm_id("00k", world.numbers(block, n))[:].take(pa.array(some)),
            "opportunity_id": col.take(ids, some),
            "product_code": col.labels(_CODES, PRICE_PRODUCT[rows["price"][some]]),
            "quantity": rows["seats"][some],
            "unit_price": unit[some],
            "discount_percent": discount[some],
            "_loaded_at": nightly(rows["created"][some]),
        },
    )
