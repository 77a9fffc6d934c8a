"""Simulates cloud subscriptions: trials, payments, seat and plan changes, renewals, cancellations and returns.

Each step advances all subscriptions in a block by one month, which starts on the subscription's monthly anniversary. A
multi-year contract closed by a salesperson is billed yearly, and is neither cancelled nor renewed before it ends.
"""

from __future__ import annotations

import numpy as np

from headwater.simulation import _book as book_
from headwater.simulation._book import Book
from headwater.simulation._catalog import (
    ADDON_AUDIT,
    AMOUNTS,
    COUPONS,
    ENTERPRISE,
    FREE,
    ONBOARDING,
    PRICE_MIGRATION,
    PRICE_RISE,
    TEAM,
    price_of,
)
from headwater.simulation._clock import AS_OF, DAY, HOUR, MONTHS, NULL, Ints, add_months
from headwater.simulation._draw import Draw
from headwater.simulation._subscriptions import Subscriptions
from headwater.simulation._workspaces import (
    CANCEL,
    DOWNGRADE,
    TRIAL_EXPIRED,
    TRIAL_STARTED,
    UPGRADE,
)

_MONTHLY_CHURN = np.array([0.02, 0.011, 0.006])


_YEARLY_CHURN = np.array([0.22, 0.13, 0.07])


_WORTH_A_DEAL = 200_000
"""The yearly value, in minor units, below which customers add seats without involving a salesperson."""


_GROWTH = np.array([0.05, 0.065, 0.075])


_PERCENT = np.array([c[1] for c in COUPONS])


_DURATION = np.array([1_000 if c[2] is None else c[2] for c in COUPONS])


class CloudBilling:
    """Simulates subscriptions month by month, and records the events in the book."""

    def __init__(self, draw: Draw, subs: Subscriptions, book: Book) -> None:
        self.draw, self.subs, self.book = draw, subs, book
        n = len(subs)
        # The time of a change within a monthly period. The change is billed with the next period.
        self._pending = np.full(n, NULL)
        self._defaulted = np.zeros(n, dtype=bool)
        self._pending_old = np.zeros(n, dtype=np.int64)
        self._pending_new = np.zeros(n, dtype=np.int64)
        self._pending_price = np.zeros(n, dtype=np.int64)

    def run(self) -> None:
        """Simulate trials, the first run of subscriptions, and a second run of subscriptions that return."""
        self._begin()
        self._live(np.flatnonzero(self.subs.alive))
        self._live(self._return())

    def _begin(self) -> None:
        subs, every = self.subs, np.arange(len(self.subs))
        self._change(every, subs.started, book_.CREATED)
        trial = np.flatnonzero(subs.trial_end != NULL)
        self._plan(trial, subs.started[trial], FREE, TRIAL_STARTED)
        direct = np.flatnonzero(subs.trial_end == NULL)
        self._plan(direct, subs.started[direct], FREE, UPGRADE)
        over = trial[(subs.trial_end[trial] <= subs.limit[trial])]
        converted = over[subs.anchor[over] != NULL]
        self._change(converted, subs.anchor[converted], book_.CONVERTED)
        expired = over[subs.anchor[over] == NULL]
        self._end(expired, subs.trial_end[expired], TRIAL_EXPIRED)
        waiting = np.setdiff1d(trial, over)  # these subscriptions are still in trial, or their workspaces were deleted
        deleted = waiting[subs.limit[waiting] < AS_OF]
        self._end(deleted, subs.limit[deleted], CANCEL)
        subs.alive[waiting] = False

    def _live(self, rows: Ints) -> None:
        subs = self.subs
        for k in range(MONTHS + 1):
            rows = rows[subs.alive[rows]]
            at = add_months(subs.anchor[rows], k)
            is_over = (subs.limit[rows] < AS_OF) & (at > subs.limit[rows])
            self._end(rows[is_over], subs.limit[rows][is_over], CANCEL)
            is_due = ~is_over & (at <= subs.limit[rows])
            rows, at = rows[is_due], at[is_due]
            if not len(rows):
                break
            billed = k % np.where(subs.interval[rows] == 1, 12, 1) == 0
            self._bill(rows[billed], at[billed], k)
            is_alive = subs.alive[rows]
            self._grow(rows[is_alive], at[is_alive])

    def _return(self) -> Ints:
        """Reactivate some subscriptions weeks or months after their cancellation."""
        subs, draw = self.subs, self.draw
        paid = np.flatnonzero(
            (subs.ended != NULL) & (subs.anchor != NULL) & ~subs.alive & ~self._defaulted & (subs.product < ADDON_AUDIT)
        )
        again = paid[draw.flags(0.24, len(paid))]
        at = subs.ended[again] + 10 * DAY + np.rint(draw.exponential(100 * DAY, len(again))).astype(np.int64)
        fits = at < subs.limit[again] - DAY
        again, at = again[fits], at[fits]
        subs.version[again] = np.where(at >= PRICE_RISE, 1, subs.version[again])
        subs.alive[again], subs.anchor[again] = True, at
        subs.canceled[again] = subs.ended[again] = NULL
        subs.coupon[again] = -1
        subs.past_due[again] = False
        self._pending[again] = NULL
        self._change(again, at, book_.REACTIVATED)
        self._plan(again, at, FREE, UPGRADE)
        return again

    def _bill(self, rows: Ints, at: Ints, k: int) -> None:
        subs, draw = self.subs, self.draw
        if k:
            hazard = np.where(
                subs.interval[rows] == 1, _YEARLY_CHURN[subs.segment[rows]], _MONTHLY_CHURN[subs.segment[rows]]
            )
            free = subs.bound_until[rows] <= at
            leaves = free & draw.flags(hazard * np.where(at < PRICE_MIGRATION + 90 * DAY, 1.0, 0.9), len(rows))
            out = rows[leaves]
            self._renewal_deal(out, at[leaves], won=False)
            requested = draw.seconds(np.maximum(subs.period_start[out], at[leaves] - 40 * DAY), at[leaves], len(out))
            self._end(out, at[leaves], CANCEL, requested)
            rows, at, free = rows[~leaves], at[~leaves], free[~leaves]
            self._move_price(rows[free], at[free])
            self._shrink(rows[free], at[free])
            self._change(rows, at + 60, book_.RENEWED)
            self._renewal_deal(rows[free], at[free], won=True)
        elif len(rows):
            self._new_deal(rows, at)
        months = np.where(subs.interval[rows] == 1, 12, 1)
        end = add_months(subs.anchor[rows], k + months)
        subs.period_start[rows], subs.period_end[rows] = at, end
        payment = draw.pick([95.6, 2.6, 1.4, 0.4], len(rows))
        invoice = self.book.invoices.add(len(rows), sub=rows, at=at, payment=payment, license=-1)
        price = subs.price(rows)
        amount = self._discounted(rows, subs.quantity[rows] * AMOUNTS[price], at)
        self._line(invoice, price, subs.quantity[rows], amount, at, end, 0)
        has_pending = self._pending[rows] != NULL
        self._prorate(
            invoice[has_pending],
            rows[has_pending],
            self._pending[rows][has_pending],
            at[has_pending],
            subs.anchor[rows[has_pending]],
            k,
        )
        self._pending[rows] = NULL
        if not k:
            big = subs.sales_led[rows] & (subs.product[rows] == ENTERPRISE - TEAM) & draw.flags(0.6, len(rows))
            once = price_of(
                np.full(big.sum(), ONBOARDING),
                subs.currency[rows[big]],
                np.full(big.sum(), 2),
                np.zeros(big.sum(), dtype=int),
            )
            self._line(invoice[big], once, 1, AMOUNTS[once], at[big], at[big] + 30 * DAY, 0)
        self._dun(rows, at, payment)

    def _dun(self, rows: Ints, at: Ints, payment: Ints) -> None:
        """Record failed payments. A subscription that stays unpaid ends after three weeks."""
        subs = self.subs
        failed = (payment > book_.PAYS) & (at + 2 * HOUR <= AS_OF)
        self._change(rows[failed], at[failed] + 2 * HOUR, book_.FAILED)
        never = payment == book_.NEVER_PAYS
        stop, when = rows[never], at[never] + 21 * DAY
        self._defaulted[stop] = True
        known = when <= subs.limit[stop]
        self._end(stop[known], when[known], CANCEL)
        subs.past_due[stop[~known & (subs.limit[stop] == AS_OF)]] = True

    def _move_price(self, rows: Ints, at: Ints) -> None:
        subs = self.subs
        move = rows[(subs.version[rows] == 0) & (at >= PRICE_MIGRATION)]
        when = at[(subs.version[rows] == 0) & (at >= PRICE_MIGRATION)]
        old = subs.price(move)
        subs.version[move] = 1
        self._change(move, when, book_.PLAN, old_price=old)

    def _shrink(self, rows: Ints, at: Ints) -> None:
        """Renew some subscriptions with fewer seats or a smaller plan."""
        subs, draw = self.subs, self.draw
        yearly = subs.interval[rows] == 1
        fewer = draw.flags(np.where(yearly, 0.12, 0.018), len(rows)) & (subs.quantity[rows] > 2)
        less = rows[fewer]
        old = subs.quantity[less].copy()
        subs.quantity[less] = np.maximum(1, np.floor(old * draw.between(0.6, 0.95, len(less)))).astype(np.int64)
        self._change(less, at[fewer] + 20, book_.QUANTITY, old_quantity=old)
        lower = (
            draw.flags(np.where(yearly, 0.03, 0.004), len(rows)) & (subs.product[rows] > 0) & (subs.product[rows] < 3)
        )
        down = rows[lower]
        before, old = subs.product[down] + TEAM, subs.price(down)
        subs.product[down] -= 1
        self._change(down, at[lower] + 40, book_.PLAN, old_price=old)
        self.book.plans.add(
            len(down),
            workspace=subs.workspace[down],
            from_plan=before,
            to_plan=subs.product[down] + TEAM,
            at=at[lower] + 40,
            reason=DOWNGRADE,
        )

    def _grow(self, rows: Ints, at: Ints) -> None:
        """Add seats to some subscriptions, or upgrade their plan, in the middle of a month."""
        subs, draw = self.subs, self.draw
        when = draw.seconds(at + DAY, at + 27 * DAY, len(rows))
        fits = (when < subs.limit[rows] - HOUR) & (subs.ended[rows] == NULL)
        kind = draw.uniform(len(rows))
        more = fits & (kind < _GROWTH[subs.segment[rows]])
        up = fits & ~more & (kind > 0.995) & (subs.product[rows] < ENTERPRISE - TEAM)
        self._add_seats(rows[more], when[more])
        self._upgrade(rows[up], when[up])

    def _add_seats(self, rows: Ints, when: Ints) -> None:
        subs = self.subs
        old = subs.quantity[rows].copy()
        subs.quantity[rows] = old + 1 + np.floor(old * self.draw.between(0.02, 0.28, len(rows))).astype(np.int64)
        self._change(rows, when, book_.QUANTITY, old_quantity=old)
        self._pending_old[rows], self._pending_new[rows] = old, subs.quantity[rows]
        self._pending_price[rows] = subs.price(rows)
        self._pending[rows] = when
        now = subs.interval[rows] == 1
        self._bill_now(rows[now], when[now])
        added = subs.quantity[rows] - old
        yearly = added * AMOUNTS[subs.price(rows)] * np.where(now, 1, 12)
        sold = subs.sales_led[rows] & (yearly >= _WORTH_A_DEAL)
        self._deal(rows[sold], when[sold], when[sold], book_.EXPANSION, added[sold], 12, won=True)

    def _upgrade(self, rows: Ints, when: Ints) -> None:
        subs = self.subs
        old, before = subs.price(rows), subs.product[rows] + TEAM
        subs.product[rows] += 1
        self._change(rows, when, book_.PLAN, old_price=old)
        self.book.plans.add(
            len(rows), workspace=subs.workspace[rows], from_plan=before, to_plan=before + 1, at=when, reason=UPGRADE
        )
        invoice = self.book.invoices.add(len(rows), sub=rows, at=when, payment=book_.PAYS, license=-1)
        for price, sign in ((old, -1), (subs.price(rows), 1)):
            self._partial(invoice, rows, price, subs.quantity[rows], when, sign)

    def _bill_now(self, rows: Ints, when: Ints) -> None:
        invoice = self.book.invoices.add(len(rows), sub=rows, at=when, payment=book_.PAYS, license=-1)
        price = self._pending_price[rows]
        self._partial(invoice, rows, price, self._pending_old[rows], when, -1)
        self._partial(invoice, rows, price, self._pending_new[rows], when, 1)
        self._pending[rows] = NULL

    def _prorate(self, invoice: Ints, rows: Ints, when: Ints, end: Ints, anchor: Ints, k: int) -> None:
        """Bill the previous month's seat changes together with the new month."""
        start = add_months(anchor, k - 1)
        share = (end - when) / (end - start)
        price = self._pending_price[rows]
        for quantity, sign in ((self._pending_old[rows], -1), (self._pending_new[rows], 1)):
            full = self._discounted(rows, quantity * AMOUNTS[price], start)
            self._line(invoice, price, quantity, sign * np.rint(full * share).astype(np.int64), when, end, 1)

    def _partial(self, invoice: Ints, rows: Ints, price: Ints, quantity: Ints, when: Ints, sign: int) -> None:
        """Bill the remainder of the current period."""
        subs = self.subs
        start, end = subs.period_start[rows], subs.period_end[rows]
        full = self._discounted(rows, quantity * AMOUNTS[price], start)
        amount = sign * np.rint(full * ((end - when) / (end - start))).astype(np.int64)
        self._line(invoice, price, quantity, amount, when, end, 1)

    def _discounted(self, rows: Ints, amount: Ints, at: Ints) -> Ints:
        coupon = self.subs.coupon[rows]
        valid = (coupon >= 0) & (at < add_months(self.subs.anchor[rows], _DURATION[coupon]))
        return np.where(valid, np.rint(amount * (1 - _PERCENT[coupon] / 100)), amount).astype(np.int64)

    def _line(
        self, invoice: Ints, price: Ints, quantity: Ints | int, amount: Ints, start: Ints, end: Ints, proration: int
    ) -> None:
        self.book.lines.add(
            len(invoice),
            invoice=invoice,
            price=price,
            quantity=quantity,
            amount=amount,
            start=start,
            end=end,
            proration=proration,
        )

    def _change(
        self, rows: Ints, at: Ints, kind: int, old_price: Ints | int = -1, old_quantity: Ints | int = NULL
    ) -> None:
        self.book.changes.add(
            len(rows),
            sub=rows,
            at=at,
            type=kind,
            price=self.subs.price(rows),
            quantity=self.subs.quantity[rows],
            old_price=old_price,
            old_quantity=old_quantity,
        )

    def _plan(self, rows: Ints, at: Ints, old: int, reason: int) -> None:
        subs = self.subs
        own = subs.product[rows] < 3
        rows, at = rows[own], at[own]
        self.book.plans.add(
            len(rows),
            workspace=subs.workspace[rows],
            from_plan=old,
            to_plan=subs.product[rows] + TEAM,
            at=at,
            reason=reason,
        )

    def _end(self, rows: Ints, at: Ints, reason: int, requested: Ints | None = None) -> None:
        subs = self.subs
        subs.alive[rows] = False
        subs.ended[rows] = at
        subs.canceled[rows] = at if requested is None else requested
        self._change(rows, at, book_.CANCELED)
        own = subs.product[rows] < 3
        self.book.plans.add(
            own.sum(),
            workspace=subs.workspace[rows][own],
            from_plan=subs.product[rows][own] + TEAM,
            to_plan=FREE,
            at=at[own],
            reason=reason,
        )

    def _renewal_deal(self, rows: Ints, at: Ints, *, won: bool) -> None:
        sold = self.subs.sales_led[rows] & (self.subs.interval[rows] == 1)
        rows, at = rows[sold], at[sold]
        months = self._bind(rows, at) if won else 12
        self._deal(rows, at, at, book_.RENEWAL, self.subs.quantity[rows], months, won=won)

    def _new_deal(self, rows: Ints, at: Ints) -> None:
        sold = self.subs.sales_led[rows]
        rows, at = rows[sold], at[sold]
        self._deal(rows, at, at, book_.NEW, self.subs.quantity[rows], self._bind(rows, at), won=True)

    def _bind(self, rows: Ints, at: Ints) -> Ints:
        """Draw each contract's length in months (one if paid monthly), and bind its subscription for that term."""
        subs = self.subs
        yearly = subs.interval[rows] == 1
        months = np.where(yearly, 12 * book_.draw_years(self.draw, subs.segment[rows], yearly), 1)
        subs.bound_until[rows] = add_months(at, months)
        return months

    def _deal(self, rows: Ints, at: Ints, due: Ints, kind: int, seats: Ints, months: Ints | int, *, won: bool) -> None:
        subs = self.subs
        price = subs.price(rows)
        periods = months // np.where(subs.interval[rows] == 1, 12, 1)
        self.book.deals.add(
            len(rows),
            type=kind,
            account=subs.account[rows],
            at=at,
            due=due,
            amount=seats * AMOUNTS[price] * periods,
            line=0,
            term=months,
            seats=seats,
            won=int(won),
            license=-1,
            price=price,
            new_license=-1,
        )
