"""Simulates invoices with their lines and outcomes. An invoice is paid, void, credited or written off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._billing import Customers
from headwater.simulation._book import NEVER_PAYS, PAYS, Book
from headwater.simulation._catalog import PRICE_IDS, PRICE_PRODUCT, PRODUCTS
from headwater.simulation._clock import AS_OF, DAY, HOUR, MINUTE, NULL, Flags, Ints
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly

STATUSES = ["draft", "open", "paid", "void", "uncollectible"]


DRAFT, OPEN, PAID, VOID, UNCOLLECTIBLE = range(5)


_LARGE = 500_000
"""The amount, in minor units, from which companies no longer pay by card."""


WRITE_OFF = 90 * DAY
"""The time after its due date at which an unpaid invoice is written off."""


@dataclass(frozen=True)
class Invoices:
    """A block's invoices with their outcomes. Amounts are in minor units."""

    sub: Ints
    customer: Ints
    account: Ints
    currency: Ints
    at: Ints
    finalized: Ints
    due: Ints
    status: Ints
    subtotal: Ints
    tax: Ints
    planned: Ints
    """When an invoice that is paid is to be charged."""
    paid_at: Ints
    voided: Ints
    credited: Ints
    credited_at: Ints
    credit_voided: Ints
    license: Ints
    payment: Ints
    manual: Flags
    """Whether an invoice goes to a purchasing department, which pays it by transfer within weeks."""
    id: pa.Array

    @property
    def total(self) -> Ints:
        """The sum of subtotal and tax."""
        return self.subtotal + self.tax

    @property
    def amount_paid(self) -> Ints:
        """The amount paid: the total less any credits that are not void."""
        return np.where(self.status == PAID, self.total - np.where(self.credit_voided == NULL, self.credited, 0), 0)


def settle(world: World, accounts: Accounts, customers: Customers, sub_account: Ints, book: Book) -> Invoices:
    """Determine the amounts and the outcome of each invoice."""
    draw, raw = world.draw("invoices", accounts.block), book.invoices
    n = len(raw)
    account = sub_account[raw["sub"]]
    subtotal = np.zeros(n, dtype=np.int64)
    np.add.at(subtotal, book.lines["invoice"], book.lines["amount"])
    tax = np.rint(subtotal * geo.TAX[accounts.country[account]]).astype(np.int64)
    at, payment = raw["at"], raw["payment"]
    pace = world.draw("pace of billing", accounts.block)
    finalized = np.minimum(pace.around(at + HOUR, 50 * MINUTE, HOUR), AS_OF)
    finalized = np.where(at + HOUR <= AS_OF, finalized, NULL)
    manual = (accounts.segment[account] > 0) & ((raw["license"] >= 0) | (subtotal > _LARGE))
    due = np.where(manual, at + 30 * DAY, np.where(finalized == NULL, at + HOUR, finalized))
    retry = np.array([0, 3, 8, 0])[payment] * DAY
    planned = at + 2 * HOUR + retry
    charged = pace.around(planned, 0, 3 * HOUR)
    pays = np.where(manual, planned + draw.seconds(2 * DAY, 55 * DAY, n), charged)
    void = draw.flags(0.012, n) & (payment == PAYS)
    voided = np.where(void, at + draw.seconds(2 * HOUR, 6 * DAY, n), NULL)
    status = np.where(np.where(manual, pays, planned) <= AS_OF, PAID, OPEN)
    status = np.where(void, np.where(voided <= AS_OF, VOID, OPEN), status)
    status = np.where(payment == NEVER_PAYS, np.where(due + WRITE_OFF <= AS_OF, UNCOLLECTIBLE, OPEN), status)
    status = np.where(finalized == NULL, DRAFT, status)
    total = subtotal + tax
    credit = manual & draw.flags(0.06, n) & (status == PAID) & (total > 1_000)
    credited = np.where(credit, np.rint(total * draw.between(0.03, 0.25, n)), 0).astype(np.int64)
    credited_at = np.where(credit, draw.seconds(at + 2 * HOUR, pays, n), NULL)
    undone = credit & draw.flags(0.1, n)
    return Invoices(
        sub=raw["sub"],
        customer=customers.of_account[account],
        account=account,
        currency=accounts.currency[account],
        at=at,
        finalized=finalized,
        due=due,
        status=status,
        subtotal=subtotal,
        tax=tax,
        planned=np.where(manual, pays, planned),
        paid_at=np.where(status == PAID, np.minimum(pays, AS_OF), NULL),
        voided=np.where(status == VOID, voided, NULL),
        credited=credited,
        credited_at=credited_at,
        credit_voided=np.where(undone, np.minimum(credited_at + HOUR, pays), NULL),
        license=raw["license"],
        payment=payment,
        manual=manual,
        id=col.ident("in_", world.numbers(accounts.block, n)),
    )


def write_invoices(
    world: World,
    accounts: Accounts,
    customers: Customers,
    invoices: Invoices,
    sub_ids: pa.Array,
    license_ids: pa.Array,
    book: Book,
    sink: Sink,
) -> None:
    """Write invoices and their lines."""
    numbers = world.numbers_by_time(accounts.block, np.where(invoices.status == DRAFT, AS_OF, invoices.finalized))
    last = np.maximum(np.maximum(invoices.at, invoices.paid_at), invoices.voided)
    sink.write(
        "raw_billing.invoices",
        {
            "id": invoices.id,
            "customer_id": col.take(customers.id, invoices.customer),
            "subscription_id": col.take(sub_ids, invoices.sub),
            "number": col.where(invoices.status == DRAFT, None, col.join("MOOR-", col.digits(numbers, 7))),
            "status": col.labels(STATUSES, invoices.status),
            "currency": col.labels(geo.CURRENCIES, invoices.currency),
            "subtotal": invoices.subtotal,
            "tax": invoices.tax,
            "total": invoices.total,
            "amount_paid": invoices.amount_paid,
            "created": invoices.at,
            "finalized_at": invoices.finalized,
            "due_at": invoices.due,
            "paid_at": invoices.paid_at,
            "voided_at": invoices.voided,
            "license_id": col.take(license_ids, invoices.license),
            "_loaded_at": hourly(last),
        },
    )
    lines = book.lines
    product = PRICE_PRODUCT[lines["price"]]
    name = col.labels([p[0] for p in PRODUCTS], product)
    unused = (lines["proration"] == 1) & (lines["amount"] < 0)
    rest = (lines["proration"] == 1) & ~unused
    seats = col.digits(lines["quantity"])
    text = col.join(seats, " x ", name)
    text = col.where(
        unused, col.join("Unused time on ", text), col.where(rest, col.join("Remaining time on ", text), text)
    )
    sink.write(
        "raw_billing.invoice_lines",
        {
            "id": col.ident("il_", world.numbers(accounts.block, len(lines))),
            "invoice_id": col.take(invoices.id, lines["invoice"]),
            "price_id": col.take(PRICE_IDS, lines["price"]),
            "description": text,
            "quantity": lines["quantity"],
            "amount": lines["amount"],
            "period_start": lines["start"],
            "period_end": lines["end"],
            "proration": lines["proration"] == 1,
            "_loaded_at": hourly(last)[lines["invoice"]],
        },
    )
