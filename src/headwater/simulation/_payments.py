"""Writes payments: charges that succeed or fail, refunds, disputes and credit notes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._billing import Customers
from headwater.simulation._book import NEVER_PAYS, PAYS
from headwater.simulation._clock import AS_OF, DAY, HOUR, MINUTE, NULL, Ints
from headwater.simulation._invoices import OPEN, PAID, Invoices
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly


@dataclass(frozen=True)
class Payments:
    """The successful charges, and the amounts that were returned."""

    invoice: Ints
    at: Ints
    amount: Ints
    fee: Ints
    refunds: Rows
    disputes: Rows


def write_payments(world: World, accounts: Accounts, customers: Customers, invoices: Invoices, sink: Sink) -> Payments:
    """Write charges, refunds, credit notes and disputes."""
    draw, pace = world.draw("payments", accounts.block), world.draw("pace of charges", accounts.block)
    tries = Rows("invoice", "planned", "at", "status", "failure")
    for attempt, wait in ((1, 0), (2, 3), (3, 8), (4, 15)):
        fails = invoices.payment >= attempt if attempt < 3 else invoices.payment == NEVER_PAYS
        rows = np.flatnonzero(fails & (invoices.finalized != NULL))
        planned = invoices.at[rows] + 2 * HOUR + wait * DAY
        rows, planned = rows[planned <= AS_OF], planned[planned <= AS_OF]
        at = np.minimum(pace.around(planned, 0, 3 * HOUR), AS_OF)
        tries.add(len(rows), invoice=rows, planned=planned, at=at, status=1, failure=draw.integers(0, 3, len(rows)))
    paid = np.flatnonzero((invoices.status == PAID) & (invoices.amount_paid > 0))
    tries.add(len(paid), invoice=paid, planned=invoices.planned[paid], at=invoices.paid_at[paid], status=0, failure=-1)
    coming = np.flatnonzero((invoices.status == OPEN) & (invoices.payment == PAYS) & (invoices.at < AS_OF - DAY))
    coming = coming[draw.flags(0.3, len(coming))]  # these bank transfers have not arrived yet
    sent = AS_OF - draw.seconds(HOUR, DAY, len(coming))
    tries.add(len(coming), invoice=coming, planned=sent, at=sent, status=2, failure=-1)
    n = len(tries)
    invoice, good = tries["invoice"], tries["status"] == 0
    owed = np.where(good, invoices.amount_paid[invoice], invoices.total[invoice])
    day = tries["at"] // DAY
    scale = np.where(invoices.currency[invoice] == 3, 1, 100)
    dollars = owed / scale * world.rates.at(invoices.currency[invoice], day)
    method = np.where(invoices.manual[invoice], 1, draw.pick([82, 4, 14], n))
    fee = np.where(good, np.rint(dollars * np.where(method == 0, 2.9, 0.8)) + 30, 0).astype(np.int64)
    ids = col.ident("ch_", world.numbers(accounts.block, n))
    sink.write(
        "raw_billing.charges",
        {
            "id": ids,
            "invoice_id": col.take(invoices.id, invoice),
            "customer_id": col.take(customers.id, invoices.customer[invoice]),
            "amount": owed,
            "currency": col.labels(geo.CURRENCIES, invoices.currency[invoice]),
            "status": col.labels(["succeeded", "failed", "pending"], tries["status"]),
            "failure_code": col.labels(
                ["card_declined", "insufficient_funds", "expired_card", "processing_error"], tries["failure"]
            ),
            "method": col.labels(["card", "bank_transfer", "direct_debit"], method),
            "created": tries["at"],
            "fee": fee,
            "_loaded_at": hourly(tries["at"]),
        },
    )
    charge = np.flatnonzero(good)
    refunds = _write_refunds(world, accounts, invoices, charge, tries, owed, ids, sink)
    disputes = _write_disputes(world, accounts, invoices, charge, tries, owed, ids, refunds, sink)
    _write_credit_notes(world, accounts, invoices, sink)
    return Payments(invoice[good], tries["at"][good], owed[good], fee[good], refunds, disputes)


def _write_refunds(
    world: World,
    accounts: Accounts,
    invoices: Invoices,
    charge: Ints,
    tries: Rows,
    owed: Ints,
    ids: pa.Array,
    sink: Sink,
) -> Rows:
    draw, invoice = world.draw("refunds", accounts.block), tries["invoice"]
    some = charge[draw.flags(0.011, len(charge))]
    when = tries["planned"][some] + draw.seconds(HOUR, 30 * DAY, len(some))
    when = np.maximum(when, tries["at"][some] + MINUTE)
    some, when = some[when <= AS_OF], when[when <= AS_OF]
    part = np.where(draw.flags(0.6, len(some)), 1.0, draw.between(0.1, 0.9, len(some)))
    part = np.where(invoices.manual[invoice[some]], 0.08 * part, part)  # a contract can only be refunded in part
    rows = Rows("charge", "invoice", "at", "amount", "status")
    rows.add(
        len(some),
        charge=some,
        invoice=invoice[some],
        at=when,
        amount=np.maximum(1, np.rint(owed[some] * part)).astype(np.int64),
        status=draw.pick([96, 4], len(some)),
    )
    sink.write(
        "raw_billing.refunds",
        {
            "id": col.ident("re_", world.numbers(accounts.block, len(rows))),
            "charge_id": col.take(ids, rows["charge"]),
            "amount": rows["amount"],
            "currency": col.labels(geo.CURRENCIES, invoices.currency[rows["invoice"]]),
            "reason": col.labels(
                ["requested_by_customer", "duplicate", "fraudulent"], draw.pick([85, 12, 3], len(rows))
            ),
            "status": col.labels(["succeeded", "failed"], rows["status"]),
            "created": rows["at"],
            "_loaded_at": hourly(rows["at"]),
        },
    )
    return rows


def _write_disputes(
    world: World,
    accounts: Accounts,
    invoices: Invoices,
    charge: Ints,
    tries: Rows,
    owed: Ints,
    ids: pa.Array,
    refunds: Rows,
    sink: Sink,
) -> Rows:
    draw, invoice = world.draw("disputes", accounts.block), tries["invoice"]
    free = np.setdiff1d(charge, refunds["charge"])
    free = free[~invoices.manual[invoice[free]]]
    some = free[draw.flags(0.003, len(free))]
    when = tries["planned"][some] + draw.seconds(3 * DAY, 60 * DAY, len(some))
    some, when = some[when <= AS_OF], when[when <= AS_OF]
    status = np.where(when > AS_OF - 45 * DAY, 2, draw.pick([45, 55], len(some)))
    rows = Rows("invoice", "at", "amount", "status")
    rows.add(len(some), invoice=invoice[some], at=when, amount=owed[some], status=status)
    sink.write(
        "raw_billing.disputes",
        {
            "id": col.ident("dp_", world.numbers(accounts.block, len(rows))),
            "charge_id": col.take(ids, some),
            "amount": rows["amount"],
            "currency": col.labels(geo.CURRENCIES, invoices.currency[rows["invoice"]]),
            "status": col.labels(["won", "lost", "under_review"], rows["status"]),
            "created": rows["at"],
            "_loaded_at": hourly(rows["at"]),
        },
    )
    return rows


def _write_credit_notes(world: World, accounts: Accounts, invoices: Invoices, sink: Sink) -> None:
    rows = np.flatnonzero(invoices.credited > 0)
    reasons = world.draw("credits", accounts.block).pick([50, 30, 20], len(rows))
    sink.write(
        "raw_billing.credit_notes",
        {
            "id": col.ident("cn_", world.numbers(accounts.block, len(rows))),
            "invoice_id": col.take(invoices.id, rows),
            "amount": invoices.credited[rows],
            "currency": col.labels(geo.CURRENCIES, invoices.currency[rows]),
            "reason": col.labels(["order_change", "product_unsatisfactory", "duplicate"], reasons),
            "created": invoices.credited_at[rows],
            "voided_at": invoices.credit_voided[rows],
            "_loaded_at": hourly(np.maximum(invoices.credited_at, invoices.credit_voided)[rows]),
        },
    )
