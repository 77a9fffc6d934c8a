"""Opens cloud subscriptions: one for each workspace that tries or buys a plan, and one for each add-on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headwater.simulation._accounts import Accounts
from headwater.simulation._book import Book
from headwater.simulation._catalog import (
    ADDON_AUDIT,
    COUPONS,
    FREE,
    PRICE_RISE,
    TEAM,
    price_of,
)
from headwater.simulation._clock import DAY, NULL, Flags, Ints
from headwater.simulation._workspaces import (
    SIGNUP,
    TRIAL,
    Workspaces,
)
from headwater.simulation._world import World


@dataclass
class Subscriptions:
    """The state of a block's subscriptions, modified in place. ``account`` and ``workspace`` are block positions.

    ``product``, ``interval`` (0 is a month, 1 a year) and the price list ``version`` determine the price.
    """

    account: Ints
    workspace: Ints
    segment: Ints
    currency: Ints
    started: Ints
    trial_end: Ints
    anchor: Ints
    limit: Ints
    product: Ints
    interval: Ints
    version: Ints
    quantity: Ints
    coupon: Ints
    sales_led: Flags
    bound_until: Ints
    """The end of a contract closed by a salesperson. The subscription does not renew before then."""
    alive: Flags
    period_start: Ints
    period_end: Ints
    canceled: Ints
    ended: Ints
    past_due: Flags

    def __len__(self) -> int:
        return len(self.account)

    def price(self, rows: Ints) -> Ints:
        """Return the price of each subscription."""
        return price_of(self.product[rows], self.currency[rows], self.interval[rows], self.version[rows])


def open_subscriptions(world: World, accounts: Accounts, workspaces: Workspaces, book: Book) -> Subscriptions:
    """Open a subscription for each workspace that tries or buys a plan, and one for each add-on."""
    draw = world.draw("subscriptions", accounts.block)
    book.plans.add(
        len(workspaces),
        workspace=np.arange(len(workspaces)),
        from_plan=-1,
        to_plan=FREE,
        at=workspaces.created,
        reason=SIGNUP,
    )
    own = np.flatnonzero((workspaces.trial_start != NULL) | (workspaces.paid_start != NULL))
    paid = np.flatnonzero(workspaces.paid_start != NULL)
    with_addon = paid[draw.flags(np.array([0.03, 0.12, 0.2])[accounts.segment[workspaces.account[paid]]], len(paid))]
    addon_start = workspaces.paid_start[with_addon] + draw.seconds(DAY, 250 * DAY, len(with_addon))
    is_kept = addon_start < workspaces.alive_until[with_addon] - DAY
    with_addon, addon_start = with_addon[is_kept], addon_start[is_kept]
    workspace = np.concatenate([own, with_addon])
    n, addon = len(workspace), np.arange(len(workspace)) >= len(own)
    account = workspaces.account[workspace]
    trial = np.where(addon, NULL, workspaces.trial_start[workspace])
    start = np.concatenate([workspaces.paid_start[own], addon_start])
    started = np.where(trial != NULL, trial, start)
    yearly = workspaces.yearly[workspace]
    chosen = np.where(yearly, 1, draw.pick([50, 0, 6, 12, 32], n))  # the position of the coupon
    coupon = np.where(draw.flags(0.16, n) & ~addon & (accounts.segment[account] < 2), chosen, -1)
    year = (started // DAY).astype("datetime64[D]").astype("datetime64[Y]").astype(int) + 1970
    until = np.array([c[4] for c in COUPONS])[coupon]
    since = np.array([c[3] for c in COUPONS])[coupon]
    coupon = np.where((coupon >= 0) & (since <= year) & (year <= until), coupon, -1)
    return Subscriptions(
        account=account,
        workspace=workspace,
        segment=accounts.segment[account],
        currency=accounts.currency[account],
        started=started,
        trial_end=np.where(trial == NULL, NULL, trial + TRIAL),
        anchor=start,
        limit=workspaces.alive_until[workspace],
        product=np.where(addon, ADDON_AUDIT + draw.pick([4, 6], n), workspaces.paid_plan[workspace] - TEAM),
        interval=yearly.astype(np.int64),
        version=(started >= PRICE_RISE).astype(np.int64),
        quantity=workspaces.seats[workspace],
        coupon=coupon,
        sales_led=workspaces.sales_led[workspace] & ~addon,
        bound_until=np.full(n, NULL),
        alive=np.ones(n, dtype=bool),
        period_start=started.copy(),
        period_end=started + TRIAL,
        canceled=np.full(n, NULL),
        ended=np.full(n, NULL),
        past_due=np.zeros(n, dtype=bool),
    )
