"""Collects postings in cents, sums them by month and account, balances them, and writes them as journals."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from headwater.simulation import _chart as chart
from headwater.simulation import _columns as col
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_MONTH,
    HOUR,
    MONTHS,
    NULL,
    Ints,
    fiscal_period,
    month_start,
)
from headwater.simulation._tables import Sink

POSTINGS = 4_000
"""An upper bound on the number of entries in a journal, which covers some accounts over 54 months."""
SOURCES = ["billing", "payroll", "ap", "manual"]
BILLING, PAYROLL, AP, MANUAL = range(4)


class Journal:
    """The journals of one type. There is one per month, posted on the last day of the month."""

    def __init__(self, name: str, memo: str, source: int) -> None:
        self.name, self.memo, self.source = name, memo, source
        self._sums: dict[tuple[int, int], Ints] = {}

    def post(self, account: int, month: Ints, cents: Ints, center: int = chart.CORPORATE) -> None:
        """Post debits (positive) or credits (negative) to an account.

        ``month`` counts from the start of the history.
        """
        total = self._sums.setdefault((account, center), np.zeros(MONTHS, dtype=np.int64))
        fits = (month >= 0) & (month < MONTHS)
        np.add.at(total, month[fits], cents[fits])

    def settle_next_month(self, liability: int, journal: Journal, center: int = chart.CORPORATE) -> None:
        """Post the payment of this journal's liabilities to another journal, one month later."""
        owed = self._sums[(liability, center)]
        months = np.arange(MONTHS)
        journal.post(liability, months + 1, -owed, center)
        journal.post(chart.CASH, months + 1, owed, center)

    def rows(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Return the month, account, cost center and cents of every nonzero posting, in month order."""
        keys = list(self._sums)
        cents = np.array([self._sums[k] for k in keys]).reshape(len(keys), MONTHS)
        month, place = np.nonzero(cents.T)
        account, center = (np.array([k[i] for k in keys], dtype=np.int64) for i in range(2))
        return month, account[place], center[place], cents[place, month]


def write_journals(journals: list[Journal], label: str, numbers: Ints, sink: Sink) -> None:
    """Write journals.

    ``journals`` must be balanced in every month. ``label`` identifies the part of the sub-ledger and distinguishes
    these journals from others with the same name. ``numbers`` contains the entry numbers, `POSTINGS` per journal.
    """
    for place, journal in enumerate(journals):
        month, account, center, cents = journal.rows()
        if not len(month):
            continue
        balance = np.zeros(MONTHS, dtype=np.int64)
        np.add.at(balance, month, cents)
        if balance.any():
            raise ValueError(f"journal {journal.name} {label}: debits and credits differ")
        absolute = month + FIRST_MONTH
        periods = pa.array(fiscal_period(absolute))
        posted = month_start(absolute + 1) - 1
        own = numbers[place * POSTINGS : place * POSTINGS + len(month)]
        stamp = absolute.astype("datetime64[M]").astype(str)
        sink.write(
            "raw_finance.gl_entries",
            {
                "entry_id": own,
                "journal_id": col.join(f"JE-{journal.name}-", pa.array(stamp), f"-{label}"),
                "posted_on": posted,
                "period": periods,
                "account_code": pa.array(account).cast(pa.string()),
                "cost_center": col.labels([c[0] for c in chart.CENTERS], center),
                "debit": np.maximum(cents, 0) / 100,
                "credit": np.maximum(-cents, 0) / 100,
                "memo": journal.memo,
                "source": col.labels([SOURCES[journal.source]], np.zeros(len(month), dtype=np.int64)),
                "reversed_entry_id": np.full(len(month), NULL),
                "_loaded_at": np.minimum(posted * DAY + 22 * HOUR, AS_OF),
            },
        )
