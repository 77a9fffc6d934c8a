"""Writes company-wide finance data except billing: people, pay, purchases, accruals, budgets and targets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _chart as chart
from headwater.simulation import _columns as col
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    FIRST_MONTH,
    HOUR,
    LAST_DAY,
    MONTHS,
    NULL,
    Floats,
    Ints,
    fiscal_period,
    month_of,
    month_start,
)
from headwater.simulation._journal import AP, MANUAL, PAYROLL, Journal, write_journals
from headwater.simulation._tables import Sink
from headwater.simulation._world import World

ENTRIES = 1 << 36
"""The first number of the company-wide entries. Lower numbers belong to blocks."""
_PAY = np.array([190_000, 165_000, 158_000, 162_000, 128_000, 118_000, 88_000, 96_000, 112_000])
_SHARE = [2, 26, 9, 6, 20, 10, 14, 7, 6]


@dataclass(frozen=True)
class FinancePlan:
    """The company's goals at scale 1, in dollars per month for each revenue account."""

    revenue: dict[int, Floats]
    arr: Floats


def plan() -> FinancePlan:
    """Return the plan: power laws of the company's age that approximate its results and exceed them in some years."""
    age = np.maximum(np.arange(MONTHS + 12), 0.5) / 12
    revenue = {
        chart.CLOUD_REVENUE: 84_000 * age**1.65,
        chart.LICENSE_REVENUE: 150_000 * age**1.33,
        chart.ADDON_REVENUE: 1_900 * age**1.86,
        chart.SERVICES_REVENUE: 4_200 * age**1.15,
    }
    return FinancePlan(revenue, 2_550_000 * age**1.56)


@dataclass(frozen=True)
class _People:
    center: Ints
    since: Ints
    until: Ints
    cost: Ints


def write_finance(world: World, hosting: Floats, advertising: Floats, sink: Sink) -> None:
    """Write the finance data of the company as a whole.

    ``hosting`` and ``advertising`` are the shared hosting costs and the advertising spend of each month, in dollars.
    """
    chart.write_chart(sink)
    people = _hire(world)
    _write_headcount(world, people, sink)
    pay = _pay(people)
    others = _purchases(world, pay, hosting, advertising)
    paid = Journal("PMT", "Suppliers paid", AP)
    others.settle_next_month(chart.PAYABLES, paid)
    write_journals([_founding(world), pay[0], others, paid], "CORP", ENTRIES + np.arange(40_000), sink)
    _write_accruals(world, sink)
    _write_budgets(world, pay[1], hosting, advertising, sink)
    _write_targets(world, sink)


def _hire(world: World) -> _People:
    draw = world.draw("headcount")
    n = max(20, round(115 * world.scale))
    center = draw.pick([float(s) for s in _SHARE], n)
    since = np.where(
        np.arange(n) < n * 0.25,
        FIRST_DAY - draw.integers(1, 700, n),
        FIRST_DAY + np.floor((LAST_DAY - FIRST_DAY) * draw.uniform(n) ** 0.8),
    )
    since = since.astype(np.int64)
    until = np.where(draw.flags(0.22, n), since + draw.seconds(200, 1_400, n), NULL)
    until = np.where((until > LAST_DAY) | (until < FIRST_DAY), NULL, until)
    cost = np.rint(_PAY[center] * draw.between(0.75, 1.35, n) / 500).astype(np.int64) * 500
    return _People(center, since, until, cost)


def _write_headcount(world: World, people: _People, sink: Sink) -> None:
    n = len(people.center)
    draw = world.draw("headcount rows")
    sink.write(
        "raw_finance.headcount",
        {
            "employee_id": col.join("E", col.digits(1_001 + np.arange(n), 5)),
            "department": col.labels([c[2] for c in chart.CENTERS], people.center),
            "cost_center": col.labels([c[0] for c in chart.CENTERS], people.center),
            "started_on": people.since,
            "ended_on": people.until,
            "annual_cost": people.cost.astype(float),
            "country": col.labels(["US", "DE", "IN", "GB"], draw.pick([55, 22, 13, 10], n)),
            "_loaded_at": np.maximum(np.maximum(people.since, people.until) * DAY, FIRST_DAY * DAY) + 7_500,
        },
    )


def _pay(people: _People) -> tuple[Journal, Floats]:
    """Post one twelfth of each person's annual cost for each month on whose last day they are employed."""
    journal = Journal("PAY", "Payroll", PAYROLL)
    months = np.arange(MONTHS)
    last = month_start(months + FIRST_MONTH + 1) - 1
    total = np.zeros((len(chart.CENTERS), MONTHS))
    for center in range(len(chart.CENTERS)):
        own = people.center == center
        is_employed = (people.since[own][:, None] <= last) & (
            (people.until[own] == NULL)[:, None] | (people.until[own][:, None] > last)
        )
        cents = np.rint((people.cost[own][:, None] * is_employed).sum(axis=0) * 100 / 12).astype(np.int64)
        journal.post(int(chart.PAY_ACCOUNT[center]), months, cents, center)
        journal.post(chart.CASH, months, -cents)
        total[center] = cents / 100
    return journal, total


def _founding(world: World) -> Journal:
    journal, first = Journal("EQU", "Capital raised", MANUAL), np.zeros(1, dtype=np.int64)
    cents = np.full(1, round(9_000_000_00 * world.scale), dtype=np.int64)
    journal.post(chart.CASH, first, cents)
    journal.post(chart.EQUITY, first, -cents)
    return journal


def _purchases(world: World, pay: tuple[Journal, Floats], hosting: Floats, advertising: Floats) -> Journal:
    """Post supplier invoices: hosting, advertising, events, software and rent."""
    draw, months = world.draw("purchases"), np.arange(MONTHS)
    journal = Journal("AP", "Supplier invoices", AP)
    staff = pay[1].sum(axis=0)
    for account, center, dollars in (
        (chart.HOSTING, chart.INFRASTRUCTURE, hosting),
        (chart.ADVERTISING, chart.MARKETING, advertising),
        (chart.EVENTS, chart.MARKETING, 6_000 * world.scale * draw.between(0.3, 1.9, MONTHS)),
        (chart.SOFTWARE, chart.ENGINEERING, staff * 0.035 * draw.between(0.9, 1.1, MONTHS)),
        (chart.RENT, chart.ADMIN, np.floor(8_000 + staff * 0.02)),
    ):
        cents = np.rint(dollars * 100).astype(np.int64)
        journal.post(account, months, cents, center)
        journal.post(chart.PAYABLES, months, -cents)
    return journal


def _write_accruals(world: World, sink: Sink) -> None:
    """Write accruals at the end of each quarter, and reverse them on the first day of the next quarter."""
    draw = world.draw("accruals")
    months = np.arange(0, MONTHS, 3)  # fiscal quarters end in January, April, July and October
    n = len(months)
    dollars = np.rint(draw.between(4_000, 15_000, n) * world.scale * 100) / 100
    end = month_start(months + FIRST_MONTH + 1) - 1
    first = ENTRIES + 50_000 + 4 * np.arange(n)
    zero = np.zeros(n)
    for step, (account, debit, credit) in enumerate(
        (
            (chart.SOFTWARE, dollars, zero),
            (chart.PAYABLES, zero, dollars),
            (chart.SOFTWARE, zero, dollars),
            (chart.PAYABLES, dollars, zero),
        )
    ):
        back = step >= 2
        day = end + 1 if back else end
        fits = day <= LAST_DAY
        stamp = pa.array((months + FIRST_MONTH).astype("datetime64[M]").astype(str))
        columns = {
            "entry_id": first + step,
            "journal_id": col.join("JE-ACR-", stamp, "-REV" if back else "-CORP"),
            "posted_on": day,
            "period": pa.array(fiscal_period(month_of(day))),
            "account_code": col.labels([str(account)], np.zeros(n, dtype=np.int64)),
            "cost_center": col.labels([chart.CENTERS[chart.ENGINEERING][0]], np.zeros(n, dtype=np.int64)),
            "debit": debit,
            "credit": credit,
            "memo": col.labels(["Reversal of accrual" if back else "Accrued software"], np.zeros(n, dtype=np.int64)),
            "source": col.labels(["manual"], np.zeros(n, dtype=np.int64)),
            "reversed_entry_id": first + step - 2 if back else np.full(n, NULL),
            "_loaded_at": np.minimum(day * DAY + 22 * HOUR, AS_OF),
        }
        some = np.flatnonzero(fits)
        sink.write(
            "raw_finance.gl_entries",
            {k: col.take(c, some) if isinstance(c, pa.Array) else c[some] for k, c in columns.items()},
        )


def _write_budgets(world: World, pay: Floats, hosting: Floats, advertising: Floats, sink: Sink) -> None:
    """Write budgets for the fiscal years 2022 to 2026, and reforecasts of their second halves."""
    draw = world.draw("budgets")
    lines: list[tuple[int, int, Floats]] = [
        (account, chart.CORPORATE, monthly * world.scale) for account, monthly in plan().revenue.items()
    ]
    lines += [(int(chart.PAY_ACCOUNT[c]), c, _extend(pay[c])) for c in range(len(chart.CENTERS))]
    lines += [
        (chart.HOSTING, chart.INFRASTRUCTURE, _extend(hosting)),
        (chart.ADVERTISING, chart.MARKETING, _extend(advertising)),
    ]
    staff = _extend(pay.sum(axis=0))
    lines += [
        (chart.SOFTWARE, chart.ENGINEERING, staff * 0.036),
        (chart.RENT, chart.ADMIN, 8_000 + staff * 0.02),
        (chart.EVENTS, chart.MARKETING, np.full(MONTHS + 12, 6_500.0) * world.scale),
    ]
    for year in range(2022, 2027):
        months = np.arange((year - 1 - 2021) * 12 + 1, (year - 1 - 2021) * 12 + 13)
        for version, chosen in (("original", months), ("reforecast", months[6:])):
            drafted_at = int(month_start(months[:1] + FIRST_MONTH - (1 if version == "original" else -6))[0])
            if drafted_at > LAST_DAY:
                continue
            k = len(chosen)
            for account, center, monthly in lines:
                error = 0.08 if version == "original" else 0.03
                amount = np.round(monthly[chosen] * draw.between(1 - error, 1 + error, k), -2)
                same = np.zeros(k, dtype=np.int64)
                sink.write(
                    "raw_finance.budgets",
                    {
                        "fiscal_year": np.full(k, year),
                        "version": version,
                        "period": pa.array(fiscal_period(chosen + FIRST_MONTH)),
                        "account_code": col.labels([str(account)], same),
                        "cost_center": col.labels([chart.CENTERS[center][0]], same),
                        "amount": amount,
                        "_loaded_at": np.full(k, max(drafted_at, FIRST_DAY) * DAY + 12 * HOUR),
                    },
                )


def _extend(monthly: Floats) -> Floats:
    """Plan the next year slightly above the last month's level."""
    return np.concatenate([monthly, np.full(12, monthly[-1] * 1.04)])


def _write_targets(world: World, sink: Sink) -> None:
    """Write targets per fiscal quarter, from FY22-Q1 to FY26-Q2."""
    ends = np.arange(3, MONTHS + 3, 3)  # months of the history: April 2021 to July 2025
    quarters = [f"FY{22 + i // 4}-Q{i % 4 + 1}" for i in range(len(ends))]
    arr = plan().arr[ends] * world.scale
    n = len(ends)
    age = ends / 12
    for metric, target in (
        ("arr", np.round(arr, -3)),
        ("new_arr", np.round(np.diff(np.r_[plan().arr[0] * world.scale, arr]), -3)),
        ("nrr", np.full(n, 1.04)),
        ("weekly_active_users", np.round(world.scale * (270 * age**1.95), -1)),
        ("csat", np.full(n, 0.87)),
    ):
        sink.write(
            "raw_finance.targets",
            {
                "metric": metric,
                "fiscal_quarter": pa.array(quarters),
                "target": np.asarray(target, dtype=float),
                "_loaded_at": np.maximum(month_start(ends + FIRST_MONTH - 3), FIRST_DAY) * DAY + 12 * HOUR,
            },
        )
