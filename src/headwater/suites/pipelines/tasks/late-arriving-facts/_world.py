"""A copy in which random rows arrive for new accounts, and the comparison of these accounts with the documents."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from _chance import ACCOUNTS, Sources
from _model import Row, read_open_month, truth_of
from _runs import close_month, describe_end

from headwater.grading import Completed, Graded, Result, State, expect

_DAILY = """
    select day, account_id, product, plan, quantity * 1000, amount * 100 from mart.daily_usage
    where account_id = any(%s)
"""
_ADJUSTMENTS = """
    select month, day, account_id, product, quantity * 1000, amount * 100 from mart.adjustments
    where account_id = any(%s)
"""


class Tables(NamedTuple):
    """The rows of the new accounts in both tables, in thousandths and cents."""

    daily: list[Row]
    adjustments: list[Row]


class World:
    """A copy whose sources grow at random, in the same way for each solution."""

    def __init__(self, graded: Graded, state: State, seed: int) -> None:
        self.graded = graded
        self.state = state
        self.random = Random(seed)
        self.points = Random(seed + 2)  # apart, so that the same rows arrive whatever the number of requests
        self.sources = Sources(state, Random(seed + 1))

    def add_some(self) -> None:
        """Let a few rows arrive, mostly records."""
        choose = self.random.choice
        self.sources.add(records=choose((0, 1, 6, 25)), plans=choose((0, 0, 1, 4)), prices=choose((0, 0, 1, 4)))

    def close(self) -> None:
        """Close the open month."""
        month = read_open_month(self.state)
        close_month(self.graded, self.state, str(month))
        self.sources.note(f"{month:%Y-%m} closed")

    def tables(self) -> Tables:
        """Return what readers find for the new accounts."""
        return Tables(*(self.state.postgres.query(sql, [list(ACCOUNTS)]) for sql in (_DAILY, _ADJUSTMENTS)))

    def right(self) -> Tables:
        """Return what the tables should have for the new accounts."""
        mart = truth_of(self.state, ACCOUNTS)
        return Tables(sorted(mart.open | mart.closed), sorted(mart.adjustments))

    def fault(self, when: str, completed: Completed | None = None) -> Result | None:
        """Return the failure of a check if a run failed or a row is wrong after it, or None."""
        if completed and completed.exit_code:
            return expect(False, f"{when}: {describe_end(completed)}")
        return self.difference(when, self.tables(), self.right())

    def difference(self, when: str, found: Tables, right: Tables) -> Result | None:
        """Return the failure of a check that names the first row that differs, or None."""
        for name, place, rows, expected in zip(("daily_usage", "adjustments"), (1, 2), found, right, strict=True):
            for row in sorted({*rows, *expected}, key=str):
                if rows.count(row) != expected.count(row):
                    return expect(
                        False,
                        f"{when}: {_described(row)} is in mart.{name} {rows.count(row)} times, "
                        f"and should be there {expected.count(row)} times",
                        history=self.sources.history(row[place]),
                        found=[_described(each) for each in rows if each[place] == row[place]][:40],
                        expected=[_described(each) for each in expected if each[place] == row[place]][:40],
                    )
        return None


def _described(row: tuple[Any, ...]) -> str:
    return " ".join(str(value) for value in row[:-2]) + f" with {row[-2] / 1000} for {row[-1] / 100}"
