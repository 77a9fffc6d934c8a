"""Writes billing data: customers, and their subscriptions with items and changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._book import CHANGES, CREATED, REACTIVATED, Book
from headwater.simulation._catalog import COUPONS, PRICE_IDS
from headwater.simulation._clock import AS_OF, DAY, HOUR, NULL, Flags, Ints
from headwater.simulation._licenses import Contracts
from headwater.simulation._rows import Rows
from headwater.simulation._subscriptions import Subscriptions
from headwater.simulation._tables import Sink
from headwater.simulation._workspaces import Workspaces
from headwater.simulation._world import World, hourly


@dataclass(frozen=True)
class Customers:
    """The billing customers of a block.

    An account with two currencies has two customers, because each has one currency.
    """

    of_account: Ints
    """The position of each account's customer, or -1 if the account never bought anything."""
    account: Ints
    id: pa.Array


def write_customers(world: World, accounts: Accounts, buyers: Ints, emails: pa.Array, sink: Sink) -> Customers:
    """Write the customers of accounts that ever had a subscription.

    ``buyers`` contains the position of each such account once. ``emails`` contains the address of each
    account's owner.
    """
    draw = world.draw("customers", accounts.block)
    n = len(buyers)
    of_account = np.full(len(accounts), -1)
    of_account[buyers] = np.arange(n)
    ids = col.ident("cus_", accounts.number[buyers])
    created = accounts.created[buyers] + draw.seconds(60, HOUR, n)
    currency = accounts.currency[buyers]
    linked = ~draw.flags(0.03, n)
    is_deleted = accounts.deleted[buyers] != NULL
    sink.write(
        "raw_billing.customers",
        {
            "id": ids,
            "email": col.take(emails, buyers),
            "name": col.take(accounts.name, buyers),
            "currency": col.labels(geo.CURRENCIES, currency),
            "created": created,
            "deleted": is_deleted,
            "account_ref": col.where(linked, col.take(accounts.id, buyers), None),
            "country": col.labels(geo.CODES, accounts.country[buyers]),
            "tax_exempt": col.labels(["none", "exempt", "reverse"], draw.pick([90, 3, 7], n)),
            "_loaded_at": hourly(created),
        },
    )
    return Customers(of_account, buyers, ids)


def write_subscriptions(
    world: World,
    accounts: Accounts,
    customers: Customers,
    workspaces: Workspaces,
    subs: Subscriptions,
    contracts: Contracts,
    book: Book,
    sink: Sink,
) -> pa.Array:
    """Write subscriptions, their items and their changes.

    Returns:
        The ids of the subscriptions: first those of cloud subscriptions, then those of contracts.
    """
    n, m = len(subs), len(contracts)
    ids = col.ident("sub_", world.numbers(accounts.block, n + m))
    nothing = np.full(m, NULL)
    ended = np.concatenate([subs.ended, contracts.ended])
    in_trial = np.concatenate(
        [(subs.trial_end != NULL) & (subs.trial_end > AS_OF) & (subs.ended == NULL), np.zeros(m, bool)]
    )
    late = np.concatenate([subs.past_due, contracts.past_due])
    status = np.where(in_trial, 0, np.where(late, 2, 1))
    draw = world.draw("status", accounts.block)
    status = np.where((ended != NULL) & (ended <= AS_OF), 3, status)
    status = np.where((status == 2) & draw.flags(0.3, n + m), 4, status)
    account = np.concatenate([subs.account, contracts.account])
    period_start = np.concatenate([subs.period_start, contracts.start * DAY])
    period_end = np.concatenate([subs.period_end, (contracts.expires + 1) * DAY])
    started = np.concatenate([subs.started, contracts.started])
    changes = book.changes.keep(np.lexsort((book.changes["type"], book.changes["at"])))
    last = started.copy()
    np.maximum.at(last, changes["sub"], changes["at"])
    asks = (status == 1) & draw.flags(0.015, n + m)
    canceled = np.concatenate([subs.canceled, contracts.ended])
    canceled = np.where(asks, np.maximum(last, AS_OF - 3 * DAY), canceled)
    sink.write(
        "raw_billing.subscriptions",
        {
            "id": ids,
            "customer_id": col.take(customers.id, customers.of_account[account]),
            "workspace_id": col.take(workspaces.id, np.concatenate([subs.workspace, np.full(m, -1)])),
            "status": col.labels(["trialing", "active", "past_due", "canceled", "unpaid"], status),
            "started_at": started,
            "trial_end": np.concatenate([subs.trial_end, nothing]),
            "current_period_start": period_start,
            "current_period_end": period_end,
            "cancel_at_period_end": asks,
            "canceled_at": canceled,
            "ended_at": ended,
            "discount_coupon_id": col.labels([c[0] for c in COUPONS], np.concatenate([subs.coupon, np.full(m, -1)])),
            "_loaded_at": hourly(last),
        },
    )
    sink.write(
        "raw_billing.subscription_events",
        {
            "id": col.ident("se_", world.numbers(accounts.block, len(changes))),
            "subscription_id": col.take(ids, changes["sub"]),
            "event_type": col.labels(CHANGES, changes["type"]),
            "price_id": col.take(PRICE_IDS, changes["price"]),
            "quantity": changes["quantity"],
            "previous_price_id": col.take(PRICE_IDS, changes["old_price"]),
            "previous_quantity": changes["old_quantity"],
            "occurred_at": changes["at"],
            "_loaded_at": hourly(changes["at"]),
        },
    )
    _write_items(world, accounts, ids, changes, ended, sink)
    return ids


def _write_items(world: World, accounts: Accounts, ids: pa.Array, changes: Rows, ended: Ints, sink: Sink) -> None:
    """Write one item for each price in a subscription, with the last quantity. A returning customer gets a new item."""
    order = np.lexsort((changes["at"], changes["sub"]))
    rows = changes.keep(order)
    sub, price = rows["sub"], rows["price"]
    new_sub = np.r_[True, sub[1:] != sub[:-1]]
    begins: Flags = (
        new_sub | np.r_[True, price[1:] != price[:-1]] | (rows["type"] == CREATED) | (rows["type"] == REACTIVATED)
    )
    first = np.flatnonzero(begins)
    last = np.r_[first[1:], len(sub)] - 1
    follows = np.r_[sub[first[1:]] == sub[first[:-1]], False]
    removed = np.where(follows, np.r_[rows["at"][first[1:]], NULL], ended[sub[first]])
    was_canceled = rows["type"][last] == CHANGES.index("canceled")
    removed = np.where(was_canceled, rows["at"][last], removed)
    sink.write(
        "raw_billing.subscription_items",
        {
            "id": col.ident("si_", world.numbers(accounts.block, len(first))),
            "subscription_id": col.take(ids, sub[first]),
            "price_id": col.take(PRICE_IDS, price[first]),
            "quantity": rows["quantity"][last],
            "created": rows["at"][first],
            "removed_at": removed,
            "_loaded_at": hourly(np.maximum(rows["at"][last], removed)),
        },
    )
