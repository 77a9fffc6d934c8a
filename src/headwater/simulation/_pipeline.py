"""Simulates the pipeline: deals that ended with a contract, renewals that are due, and lost or open deals."""

from __future__ import annotations

import numpy as np

from headwater.simulation._accounts import Accounts
from headwater.simulation._book import EXPANSION, NEW, RENEWAL, Book, draw_years
from headwater.simulation._catalog import AMOUNTS, price_of
from headwater.simulation._clock import AS_OF, DAY, NULL, START, Ints
from headwater.simulation._crm_accounts import CrmAccounts
from headwater.simulation._draw import Draw
from headwater.simulation._licenses import Contracts
from headwater.simulation._rows import Rows
from headwater.simulation._subscriptions import Subscriptions
from headwater.simulation._world import World


def opened_before(world: World, book: Book, block: int) -> Ints:
    """Draw the time at which each deal's opportunity was opened, weeks or months before the deal ended."""
    draw, deals = world.draw("deal cycles", block), book.deals
    n = len(deals)
    ahead = draw.seconds(np.array([25, 6, 0])[deals["type"]] * DAY, np.array([130, 45, 1])[deals["type"]] * DAY, n)
    opened = deals["at"] - ahead
    renewal = deals["due"] - draw.seconds(60 * DAY, 120 * DAY, n)
    opened = np.where(deals["type"] == RENEWAL, np.minimum(renewal, deals["at"] - 3 * DAY), opened)
    return np.asarray(np.maximum(opened, START))


def gather(
    world: World,
    accounts: Accounts,
    crm: CrmAccounts,
    book: Book,
    opened: Ints,
    subs: Subscriptions,
    contracts: Contracts,
) -> Rows:
    """Return the deals that ended with a contract, and the other deals. ``amount`` is in minor units."""
    draw, deals = world.draw("pipeline", accounts.block), book.deals
    rows = Rows(
        "account",
        "type",
        "created",
        "closed",
        "won",
        "amount",
        "line",
        "term",
        "seats",
        "license",
        "price",
        "new_license",
    )
    same = ("type", "won", "amount", "line", "term", "seats", "license", "price", "new_license")
    rows.add(
        len(deals),
        account=crm.of_app[deals["account"]],
        created=opened,
        closed=deals["at"],
        **{name: deals[name] for name in same},
    )
    _add_lost_and_live(rows, draw, crm, won=int(((deals["type"] == NEW) & (deals["won"] == 1)).sum()))
    _add_renewals_due(rows, crm, subs, contracts, draw.seconds(60 * DAY, 120 * DAY, len(contracts) + len(subs)))
    return rows.keep(np.lexsort((rows["closed"], rows["account"], rows["created"])))


def _add_lost_and_live(rows: Rows, draw: Draw, crm: CrmAccounts, won: int) -> None:
    """Add lost and open deals, in proportion to new deals won."""
    lost_count = max(2, round(won * 1.6))
    live = max(1, round(won * 0.16))
    count = lost_count + live
    known = np.flatnonzero(crm.merged_into < 0)
    account = np.where(
        draw.flags(0.75, count),
        crm.prospects[draw.seconds(0, len(crm.prospects), count)],
        known[draw.seconds(0, len(known), count)],
    )
    begin = np.maximum(crm.created[account], START)
    created = begin + np.floor(np.maximum(AS_OF - DAY - begin, 0) * draw.uniform(count) ** 1.4).astype(np.int64)
    closed = created + draw.seconds(10 * DAY, 170 * DAY, count)
    late = np.arange(count) >= lost_count
    created = np.where(late, np.maximum(AS_OF - draw.seconds(DAY, 110 * DAY, count), begin), created)
    closed = np.where(late | (closed > AS_OF), NULL, closed)
    server = draw.flags(0.45, count)
    product = np.where(server, 3 + draw.pick([55, 45], count), draw.pick([20, 45, 35], count))
    price = price_of(product, crm.currency[account], np.ones(count, dtype=int), (created // DAY > 19_417).astype(int))
    seats = np.maximum(
        3, np.rint(draw.lognormal(np.array([12.0, 40.0, 110.0])[crm.segment[account]], 0.5, count))
    ).astype(np.int64)
    kind = np.where((crm.app[account] >= 0) & draw.flags(0.4, count), EXPANSION, NEW)
    years = draw_years(draw, crm.segment[account], kind == NEW)
    rows.add(
        count,
        account=account,
        type=kind,
        created=created,
        closed=closed,
        won=0,
        amount=years * seats * AMOUNTS[price],
        line=server,
        term=12 * years,
        seats=seats,
        license=-1,
        price=price,
        new_license=-1,
    )


def _add_renewals_due(rows: Rows, crm: CrmAccounts, subs: Subscriptions, contracts: Contracts, ahead: Ints) -> None:
    """Open an opportunity for each sold contract that ends soon, or that has ended and is neither renewed nor lost."""
    m = len(contracts)
    due = contracts.expires * DAY
    ends_soon = contracts.sales_led & (contracts.ended == NULL) & (due - ahead[:m] < AS_OF - DAY)
    some = np.flatnonzero(ends_soon)
    price = contracts.price(some)
    rows.add(
        len(some),
        account=crm.of_app[contracts.account[some]],
        type=RENEWAL,
        created=np.maximum(due[some] - ahead[some], START),
        closed=NULL,
        won=0,
        amount=contracts.quantity[some] * AMOUNTS[price],
        line=1,
        term=12,
        seats=contracts.quantity[some],
        license=contracts.license[some],
        price=price,
        new_license=-1,
    )
    due = subs.period_end
    ends_soon = (
        subs.sales_led & (subs.interval == 1) & (subs.ended == NULL) & subs.alive & (due - ahead[m:] < AS_OF - DAY)
    )
    some = np.flatnonzero(ends_soon & (subs.bound_until <= due))
    price = subs.price(some)
    rows.add(
        len(some),
        account=crm.of_app[subs.account[some]],
        type=RENEWAL,
        created=np.maximum(due[some] - ahead[m:][some], START),
        closed=NULL,
        won=0,
        amount=subs.quantity[some] * AMOUNTS[price],
        line=0,
        term=12,
        seats=subs.quantity[some],
        license=-1,
        price=price,
        new_license=-1,
    )


def first_opened(book: Book, opened: Ints, n: int) -> Ints:
    """Return the time at which each app account's first opportunity was opened, or NULL."""
    first = np.full(n, np.iinfo(np.int64).max)
    np.minimum.at(first, book.deals["account"], opened)
    return np.where(first == np.iinfo(np.int64).max, NULL, first)
