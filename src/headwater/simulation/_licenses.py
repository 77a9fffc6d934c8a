"""Simulates licences of Mooring Server: trial → purchase → more seats → renewal → expiry → return.

Each step simulates one prepaid term: a year, or up to three years if a salesperson closed the contract. A licence with
more seats may replace the current one during a term. The old one is then revoked and is valid up to the day before.
In the billing data, each contract is a subscription without a workspace.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headwater.simulation import _book as book_
from headwater.simulation._accounts import CLOUD, SMB, Accounts
from headwater.simulation._book import Book
from headwater.simulation._catalog import AMOUNTS, PRICE_MIGRATION, PRICE_RISE, SM_PRO, price_of
from headwater.simulation._clock import AS_OF, DAY, LAST_DAY, NULL, Flags, Ints, add_months_to_days
from headwater.simulation._draw import Draw
from headwater.simulation._rows import Rows
from headwater.simulation._world import World

SKUS = ["SM-PRO", "SM-ENT", "SM-TRIAL"]
PRO, ENT, TRIAL = 0, 1, 2
_LAPSE = np.array([0.22, 0.14, 0.08])


@dataclass
class Contracts:
    """The state of a block's server contracts, modified in place. ``account`` is a position in the block."""

    account: Ints
    segment: Ints
    currency: Ints
    started: Ints
    limit: Ints
    sku: Ints
    version: Ints
    quantity: Ints
    sales_led: Flags
    years: Ints
    """The length of the current term, in years."""
    first_sub: int
    license: Ints
    issued: Ints
    start: Ints
    expires: Ints
    ended: Ints
    past_due: Flags
    again: Ints
    """The time at which the customer of a lapsed contract returns, or NULL."""

    def __len__(self) -> int:
        return len(self.account)

    def price(self, rows: Ints) -> Ints:
        """Return the price of each contract."""
        one = np.ones(len(rows), dtype=np.int64)
        return price_of(self.sku[rows] + SM_PRO, self.currency[rows], one, self.version[rows])


def licences() -> Rows:
    """Create the rows for licences. ``start`` and ``expires`` are days, ``issued`` and ``revoked`` are seconds."""
    return Rows("account", "sku", "seats", "issued", "start", "expires")


class Licensing:
    """Simulates the contracts of a block term by term."""

    def __init__(self, world: World, accounts: Accounts, book: Book, first_sub: int) -> None:
        self.draw: Draw = world.draw("licenses", accounts.block)
        self.book, self.rows = book, licences()
        none = np.zeros(0, dtype=np.int64)
        self._revoked: list[tuple[Ints, Ints, Ints]] = [(none, none, none)]
        self._renewed: list[tuple[Ints, Ints]] = [(none, none)]
        self.contracts = self._open(accounts, first_sub)

    @property
    def replaced(self) -> tuple[Ints, Ints, Ints]:
        """The replaced licences, with their replacements and the times of replacement."""
        return tuple(np.concatenate([part[i] for part in self._revoked]) for i in range(3))  # type: ignore[return-value]

    @property
    def renewals(self) -> tuple[Ints, Ints]:
        """The renewed licences, with the renewal times."""
        return tuple(np.concatenate([part[i] for part in self._renewed]) for i in range(2))  # type: ignore[return-value]

    def _open(self, accounts: Accounts, first_sub: int) -> Contracts:
        draw = self.draw
        own = np.flatnonzero((accounts.deployment != CLOUD) & accounts.real)
        n = len(own)
        begin = accounts.created[own] + draw.seconds(3_600, 20 * DAY, n)
        trial = draw.flags(0.72, n) & (begin < AS_OF)
        trial_accounts = own[trial]
        day = begin[trial] // DAY
        seats = np.array([10, 25, 50])[accounts.segment[trial_accounts]]
        self.rows.add(
            len(trial_accounts),
            account=trial_accounts,
            sku=TRIAL,
            seats=seats,
            issued=begin[trial],
            start=day,
            expires=day + 30,
        )
        buys = draw.flags(np.array([0.5, 0.68, 0.78])[accounts.segment[own]], n)
        at = begin + np.where(trial, draw.seconds(5 * DAY, 55 * DAY, n), draw.seconds(DAY, 30 * DAY, n))
        buys &= at < accounts.alive_until[own] - DAY
        own, at = own[buys], at[buys]
        n = len(own)
        segment = accounts.segment[own]
        sku = np.where(draw.flags(np.array([0.12, 0.4, 0.8])[segment], n), ENT, PRO)
        return Contracts(
            account=own,
            segment=segment,
            currency=accounts.currency[own],
            started=at,
            limit=accounts.alive_until[own],
            sku=sku,
            version=(at >= PRICE_RISE).astype(np.int64),
            quantity=np.maximum(5, accounts.seats[own] * np.array([2, 2, 3])[segment]),
            sales_led=(segment > SMB) | draw.flags(0.3, n),
            years=np.ones(n, dtype=np.int64),
            first_sub=first_sub,
            license=np.full(n, -1),
            issued=at.copy(),
            start=at // DAY + draw.integers(0, 6, n),
            expires=np.full(n, NULL),
            ended=np.full(n, NULL),
            past_due=np.zeros(n, dtype=bool),
            again=np.full(n, NULL),
        )

    def run(self) -> None:
        """Simulate all terms, then the terms of returning contracts."""
        c = self.contracts
        every = np.arange(len(c))
        self._buy(every, c.started, c.start, book_.CREATED)
        self._terms(every)
        back = np.flatnonzero(c.again != NULL)
        c.ended[back] = NULL
        c.version[back] = np.where(c.again[back] >= PRICE_RISE, 1, c.version[back])
        self._buy(back, c.again[back], c.again[back] // DAY, book_.REACTIVATED)
        self._terms(back, returns=False)

    def _buy(self, rows: Ints, at: Ints, start: Ints, kind: int) -> None:
        c = self.contracts
        self._change(rows, at, kind)
        self._begin_term(rows, at, start)
        self._deal(rows, at, at, book_.NEW, c.quantity[rows], -1, won=True)

    def _begin_term(self, rows: Ints, at: Ints, start: Ints) -> None:
        c = self.contracts
        c.years[rows] = book_.draw_years(self.draw, c.segment[rows], c.sales_led[rows])
        self._issue(rows, at, start, add_months_to_days(start, 12 * c.years[rows]) - 1)
        self._bill(rows, at)

    def _terms(self, rows: Ints, *, returns: bool = True) -> None:
        c, draw = self.contracts, self.draw
        while len(rows):
            self._expand(rows)
            due = c.expires[rows]
            n = len(rows)
            kind = draw.pick([0.58, 0.14, 0.28], n)  # renewals are early, on time or late
            wait = np.where(kind == 0, -draw.seconds(DAY, 45 * DAY, n), draw.seconds(-DAY, 0, n))
            wait = np.where(kind == 2, draw.seconds(2 * DAY, 60 * DAY, n), wait)
            at = (due + 1) * DAY + wait
            lapses = draw.flags(_LAPSE[c.segment[rows]], n) | (at > c.limit[rows]) & (c.limit[rows] < AS_OF)
            self._lapse(rows[lapses & (due < LAST_DAY)], returns=returns)
            unpaid = ~lapses & (at > AS_OF) & (due < LAST_DAY)
            c.past_due[rows[unpaid]] = True
            go = ~lapses & (at <= AS_OF)
            rows, at, due = rows[go], at[go], due[go]
            gap = draw.flags(0.5, len(rows)) & (at // DAY > due + 1)
            self._renew(rows, at, np.where(gap, at // DAY, due + 1))

    def _renew(self, rows: Ints, at: Ints, start: Ints) -> None:
        c, draw = self.contracts, self.draw
        move = (c.version[rows] == 0) & (at >= PRICE_MIGRATION)
        old = c.price(rows[move])
        c.version[rows[move]] = 1
        self._change(rows[move], at[move], book_.PLAN, old_price=old)
        factor = np.where(draw.flags(0.62, len(rows)), 1.0, draw.between(0.8, 1.35, len(rows)))
        before = c.quantity[rows].copy()
        c.quantity[rows] = np.maximum(5, np.rint(before * factor)).astype(np.int64)
        other = c.quantity[rows] != before
        self._change(rows[other], at[other] + 20, book_.QUANTITY, old_quantity=before[other])
        self._change(rows, at + 60, book_.RENEWED)
        previous = c.license[rows].copy()
        due = c.expires[rows].copy()
        self._renewed.append((previous, at))
        self._begin_term(rows, at, start)
        self._deal(rows, at, due * DAY, book_.RENEWAL, c.quantity[rows], previous, won=True)

    def _lapse(self, rows: Ints, *, returns: bool) -> None:
        c = self.contracts
        at = (c.expires[rows] + 1) * DAY
        c.ended[rows] = at
        self._change(rows, at, book_.CANCELED)
        self._deal(rows, at, c.expires[rows] * DAY, book_.RENEWAL, c.quantity[rows], c.license[rows], won=False)
        if returns:
            back = at + self.draw.seconds(75 * DAY, 300 * DAY, len(rows))
            some = self.draw.flags(0.14, len(rows)) & (back < c.limit[rows] - DAY)
            c.again[rows[some]] = back[some]

    def _expand(self, rows: Ints) -> None:
        """Add seats to some contracts, or upgrade their edition, within the term."""
        c, draw = self.contracts, self.draw
        begin = np.maximum((c.start[rows] + 30) * DAY, c.issued[rows] + DAY)
        at = draw.seconds(begin, (c.expires[rows] - 60) * DAY, len(rows))
        some = draw.flags(0.16, len(rows)) & (at < c.limit[rows] - DAY) & (c.expires[rows] - c.start[rows] > 200)
        rows, at = rows[some], at[some]
        old_quantity, old_price, old_license = c.quantity[rows].copy(), c.price(rows), c.license[rows].copy()
        up = draw.flags(0.25, len(rows)) & (c.sku[rows] == PRO)
        c.sku[rows] = np.where(up, ENT, c.sku[rows])
        added = 1 + np.floor(old_quantity * draw.between(0.1, 0.4, len(rows))).astype(np.int64)
        c.quantity[rows] = old_quantity + np.where(up, 0, added)
        self._change(rows[up], at[up], book_.PLAN, old_price=old_price[up])
        self._change(rows[~up], at[~up], book_.QUANTITY, old_quantity=old_quantity[~up])
        start, day = c.start[rows].copy(), at // DAY
        self._issue(rows, at, day, c.expires[rows])
        self._revoked.append((old_license, c.license[rows].copy(), at))
        c.start[rows] = start
        share = (c.expires[rows] + 1 - day) / (c.expires[rows] + 1 - start)
        invoice = self.book.invoices.add(len(rows), sub=rows + c.first_sub, at=at, payment=0, license=c.license[rows])
        for price, quantity, sign in ((old_price, old_quantity, -1), (c.price(rows), c.quantity[rows], 1)):
            amount = sign * np.rint(AMOUNTS[price] * quantity * c.years[rows] * share).astype(np.int64)
            self._line(invoice, rows, price, quantity, amount, day, 1)
        value = c.quantity[rows] * AMOUNTS[c.price(rows)] - old_quantity * AMOUNTS[old_price]
        self._deal(rows, at, at, book_.EXPANSION, np.where(up, c.quantity[rows], added), -1, won=True, value=value)

    def _issue(self, rows: Ints, at: Ints, start: Ints, expires: Ints) -> None:
        c = self.contracts
        c.issued[rows], c.start[rows], c.expires[rows] = at, start, expires
        c.license[rows] = self.rows.add(
            len(rows),
            account=c.account[rows],
            sku=c.sku[rows],
            seats=c.quantity[rows],
            issued=at,
            start=start,
            expires=expires,
        )

    def _bill(self, rows: Ints, at: Ints) -> None:
        c = self.contracts
        payment = self.draw.pick([96.5, 2.0, 1.0, 0.5], len(rows))
        invoice = self.book.invoices.add(
            len(rows), sub=rows + c.first_sub, at=at, payment=payment, license=c.license[rows]
        )
        price = c.price(rows)
        amount = c.years[rows] * AMOUNTS[price] * c.quantity[rows]
        self._line(invoice, rows, price, c.quantity[rows], amount, c.start[rows], 0)

    def _line(
        self, invoice: Ints, rows: Ints, price: Ints, quantity: Ints, amount: Ints, start: Ints, proration: int
    ) -> None:
        self.book.lines.add(
            len(rows),
            invoice=invoice,
            price=price,
            quantity=quantity,
            amount=amount,
            start=start * DAY,
            end=(self.contracts.expires[rows] + 1) * DAY,
            proration=proration,
        )

    def _change(
        self, rows: Ints, at: Ints, kind: int, old_price: Ints | int = -1, old_quantity: Ints | int = NULL
    ) -> None:
        c = self.contracts
        self.book.changes.add(
            len(rows),
            sub=rows + c.first_sub,
            at=at,
            type=kind,
            price=c.price(rows),
            quantity=c.quantity[rows],
            old_price=old_price,
            old_quantity=old_quantity,
        )

    def _deal(
        self,
        rows: Ints,
        at: Ints,
        due: Ints,
        kind: int,
        seats: Ints,
        previous: Ints | int,
        *,
        won: bool,
        value: Ints | None = None,
    ) -> None:
        c = self.contracts
        sold = c.sales_led[rows]
        price = c.price(rows)
        years = c.years[rows] if value is None else np.ones(len(rows), dtype=np.int64)
        amount = years * seats * AMOUNTS[price] if value is None else value
        self.book.deals.add(
            int(sold.sum()),
            type=kind,
            account=c.account[rows][sold],
            at=at[sold],
            due=due[sold],
            amount=amount[sold],
            line=1,
            term=12 * years[sold],
            seats=seats[sold],
            won=int(won),
            license=np.broadcast_to(previous, (len(rows),))[sold],
            price=price[sold],
            new_license=c.license[rows][sold] if won else -1,
        )
