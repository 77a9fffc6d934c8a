"""Posts a block's invoices, payments and recognised revenue to the ledger, in dollars.

An invoice, including its tax, revenue, credits and write-off, is converted at the exchange rate on its finalization
day. Payments are converted at the rate on the day of payment. Revenue is recognised over the whole days (UTC) of a
line's period, from the day of ``period_start`` to the day before ``period_end``, but for at least one day. Void and
draft invoices have no revenue.
"""

from __future__ import annotations

import numpy as np

from headwater.simulation import _chart as chart
from headwater.simulation._book import Book
from headwater.simulation._catalog import PRICE_PRODUCT, PRODUCT_LINE
from headwater.simulation._clock import (
    DAY,
    FIRST_MONTH,
    LAST_DAY,
    NULL,
    Flags,
    Floats,
    Ints,
    month_of,
    month_start,
)
from headwater.simulation._invoices import DRAFT, UNCOLLECTIBLE, VOID, WRITE_OFF, Invoices
from headwater.simulation._journal import BILLING, Journal
from headwater.simulation._payments import Payments
from headwater.simulation._world import World


def _month(seconds: Ints) -> Ints:
    return np.where(seconds == NULL, -1, month_of(np.maximum(seconds, 0) // DAY) - FIRST_MONTH)


class Ledger:
    """Posts a block's billing records."""

    def __init__(self, world: World, invoices: Invoices, payments: Payments, book: Book) -> None:
        self._world, self._invoices, self._payments, self._book = world, invoices, payments, book
        self._scale = np.where(invoices.currency == 3, 1.0, 100.0)
        rate_day = np.where(invoices.finalized == NULL, LAST_DAY, invoices.finalized // DAY)
        self._rate = world.rates.at(invoices.currency, rate_day)

    def journals(self) -> list[Journal]:
        """Post all billing records, and return the journals."""
        return [
            self._invoicing(),
            self._voids(),
            self._revenue(),
            self._receipts(),
            self._returns(),
            self._credits(),
            self._losses(),
            self._tax_paid(),
        ]

    def _cents(self, minor: Ints, rows: Ints, rate: Floats | None = None) -> Ints:
        used = self._rate[rows] if rate is None else rate
        return np.rint(minor / self._scale[rows] * used * 100).astype(np.int64)

    def _billed(self, chosen: Flags, when: Ints, journal: Journal, sign: int) -> Journal:
        rows = np.flatnonzero(chosen)
        month = _month(when[rows])
        net, tax = self._cents(self._invoices.subtotal[rows], rows), self._cents(self._invoices.tax[rows], rows)
        journal.post(chart.RECEIVABLES, month, sign * (net + tax))
        journal.post(chart.DEFERRED, month, -sign * net)
        journal.post(chart.TAX_DUE, month, -sign * tax)
        return journal

    def _invoicing(self) -> Journal:
        inv = self._invoices
        return self._billed(inv.status != DRAFT, inv.finalized, Journal("INV", "Invoices finalized", BILLING), 1)

    def _voids(self) -> Journal:
        inv = self._invoices
        return self._billed(inv.status == VOID, inv.voided, Journal("VOI", "Invoices voided", BILLING), -1)

    def _revenue(self) -> Journal:
        journal, lines, inv = Journal("REV", "Revenue recognised", BILLING), self._book.lines, self._invoices
        good = (inv.status != DRAFT) & (inv.status != VOID)
        rows = np.flatnonzero(good[lines["invoice"]])
        invoice = lines["invoice"][rows]
        first = lines["start"][rows] // DAY
        end = np.maximum(lines["end"][rows] // DAY, first + 1)
        dollars = lines["amount"][rows] / self._scale[invoice] * self._rate[invoice] * 100
        account = chart.REVENUE_OF_LINE[PRODUCT_LINE[PRICE_PRODUCT[lines["price"][rows]]]]
        for step in range(int((month_of(end - 1) - month_of(first)).max(initial=0)) + 1):
            month = month_of(first) + step
            low = np.maximum(month_start(month), first)
            high = np.minimum(month_start(month + 1), end)
            share = np.maximum(high - low, 0) / (end - first)
            place = month - FIRST_MONTH
            place = np.where(month_start(month + 1) - 1 <= LAST_DAY, place, -1)
            cents = np.rint(dollars * share).astype(np.int64)
            for code in chart.REVENUE_OF_LINE:
                own = account == code
                journal.post(int(code), place[own], -cents[own])
            journal.post(chart.DEFERRED, place, cents)
        return journal

    def _receipts(self) -> Journal:
        journal, paid = Journal("CSH", "Payments received", BILLING), self._payments
        month = _month(paid.at)
        rate = self._world.rates.at(self._invoices.currency[paid.invoice], paid.at // DAY)
        cash, owed = self._cents(paid.amount, paid.invoice, rate), self._cents(paid.amount, paid.invoice)
        journal.post(chart.CASH, month, cash - paid.fee)
        journal.post(chart.FEES, month, paid.fee)
        journal.post(chart.RECEIVABLES, month, -owed)
        journal.post(chart.FX, month, owed - cash)
        return journal

    def _returns(self) -> Journal:
        journal = Journal("RET", "Refunds and lost disputes", BILLING)
        for rows, good in ((self._payments.refunds, 0), (self._payments.disputes, 1)):
            done = rows["status"] == good
            invoice, at = rows["invoice"][done], rows["at"][done]
            cents = self._cents(
                rows["amount"][done], invoice, self._world.rates.at(self._invoices.currency[invoice], at // DAY)
            )
            journal.post(chart.CREDITS, _month(at), cents)
            journal.post(chart.CASH, _month(at), -cents)
        return journal

    def _credits(self) -> Journal:
        journal, inv = Journal("CRN", "Credit notes", BILLING), self._invoices
        for when, sign in ((inv.credited_at, 1), (inv.credit_voided, -1)):
            rows = np.flatnonzero(when != NULL)
            cents = sign * self._cents(inv.credited[rows], rows)
            journal.post(chart.CREDITS, _month(when[rows]), cents)
            journal.post(chart.RECEIVABLES, _month(when[rows]), -cents)
        return journal

    def _losses(self) -> Journal:
        journal, inv = Journal("BAD", "Uncollectible invoices written off", BILLING), self._invoices
        rows = np.flatnonzero(inv.status == UNCOLLECTIBLE)
        month, cents = _month((inv.due + WRITE_OFF)[rows]), self._cents(inv.total[rows], rows)
        journal.post(chart.BAD_DEBT, month, cents)
        journal.post(chart.RECEIVABLES, month, -cents)
        return journal

    def _tax_paid(self) -> Journal:
        """Pay the tax on a month's invoices, except for void ones, in the next month."""
        journal, inv = Journal("TAX", "Sales tax remitted", BILLING), self._invoices
        for chosen, when, sign in ((inv.status != DRAFT, inv.finalized, 1), (inv.status == VOID, inv.voided, -1)):
            rows = np.flatnonzero(chosen)
            month, cents = _month(when[rows]) + 1, sign * self._cents(inv.tax[rows], rows)
            journal.post(chart.TAX_DUE, month, cents)
            journal.post(chart.CASH, month, -cents)
        return journal
