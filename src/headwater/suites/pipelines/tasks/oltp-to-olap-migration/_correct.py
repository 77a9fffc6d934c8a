"""Correctness checks: each sale is right, whatever program loaded it, whoever changes it and whenever."""

from __future__ import annotations

from _clocks import other_clocks, slow_transaction
from _closed import closed_sales, closings, everything, sums
from _sales import difference, stored_sales
from _scenarios import describe_run, runs_after_changes

from headwater.grading import Graded, Result, correct, expect

_FINE = "all sales are right"


@correct(demand="docs/sales.md#sees each sale once")
def every_sale_is_exact(graded: Graded) -> Result:
    """ClickHouse has each sale of open and closed months once, with the right values."""
    fault = difference(stored_sales(graded), everything(graded))
    return expect(not fault, fault or _FINE)


@correct(demand="docs/sales.md#has the sums that the auditors got")
def closed_months_have_their_sums(graded: Graded) -> Result:
    """The sales of each closed month have the number, amount and refunds of app.closings."""
    months = {month for month, _ in closings(graded)}
    held = {key: value for key, value in sums(stored_sales(graded)).items() if key[0] in months}
    wrong = sorted(key for key in held.keys() | closings(graded).keys() if held.get(key) != closings(graded).get(key))
    return expect(bool(months) and not wrong, f"{len(wrong)} of {len(closings(graded))} sums differ: {wrong[:4]}")


@correct(demand="docs/log.md#On the old one it was")
def sales_of_the_old_server_are_exact(graded: Graded) -> Result:
    """The sales that load_1 loaded from the old server, of January to June 2024, have the right values."""
    return _period(graded, "2024-01", "2024-06")


@correct(demand="old/load_1.py#* 100")
def sales_of_the_new_server_are_exact(graded: Graded) -> Result:
    """The sales that load_1 loaded from the new servers, of July to September 2024, have the right values."""
    return _period(graded, "2024-07", "2024-09")


@correct(demand="docs/log.md#for October")
def reloaded_sales_are_exact(graded: Graded) -> Result:
    """The sales of October and November 2024, of which reload.py loaded a part again, have the right values."""
    return _period(graded, "2024-10", "2024-11")


@correct(demand="old/load_2.py#amount - coalesce(refunded, 0)")
def net_sales_are_exact(graded: Graded) -> Result:
    """The sales of December 2024 to June 2025, for which load_2 stored net amounts, have the right values."""
    return _period(graded, "2024-12", "2025-06")


@correct(demand="docs/sales.md#Support corrects it now and then")
def the_last_closed_sales_are_exact(graded: Graded) -> Result:
    """The sales of July and August 2025, the last closed months, have the right values."""
    return _period(graded, "2025-07", "2025-08")


def _period(graded: Graded, first: str, last: str) -> Result:
    """Compare the sales that are, or should be, in these months."""
    right = [row for row in closed_sales(graded) if first <= f"{row[6]:%Y-%m}" <= last]
    numbers = {row[0] for row in right}
    held = [row for row in stored_sales(graded) if row[0] in numbers or first <= f"{row[6]:%Y-%m}" <= last]
    fault = difference(held, right)
    return expect(len(right) > 1_000 and not fault, fault or _FINE)


@correct(demand="docs/operations.md#clocks differ by up to an hour")
def updates_arrive_from_other_clocks(graded: Graded) -> Result:
    """An update arrives although the clock of the machine is behind that of the last run's machine."""
    fault = other_clocks(graded).updated
    return expect(other_clocks(graded).codes == [0, 0] and not fault, f"{other_clocks(graded).codes}; {fault or _FINE}")


@correct(demand="docs/operations.md#clocks differ by up to an hour")
def deletions_arrive_from_other_clocks(graded: Graded) -> Result:
    """A deletion arrives although the clock of the machine is behind that of the last run's machine."""
    fault = other_clocks(graded).deleted
    return expect(other_clocks(graded).codes == [0, 0] and not fault, f"{other_clocks(graded).codes}; {fault or _FINE}")


@correct(demand="docs/operations.md#clocks differ by up to an hour")
def sales_return_from_other_clocks(graded: Graded) -> Result:
    """A sale that comes back arrives although the clock of the machine is behind, and the monthly report is right."""
    fault = other_clocks(graded).returned or other_clocks(graded).report
    return expect(other_clocks(graded).codes == [0, 0] and not fault, f"{other_clocks(graded).codes}; {fault or _FINE}")


@correct(demand="docs/sales.md#take up to an hour")
def late_commits_are_not_missed(graded: Graded) -> Result:
    """A transaction's changes arrive although it commits after runs have loaded the changes of later transactions."""
    outcome = slow_transaction(graded)
    good = not any(outcome.codes) and not outcome.wrong
    return expect(good, f"the runs exited with {outcome.codes}; {outcome.wrong}")


@correct(demand="docs/sales.md#in any language")
def odd_values_arrive(graded: Graded) -> Result:
    """Special characters, extreme amounts, and times within microseconds of a month's end arrive unchanged."""
    held, right = runs_after_changes(graded).odd
    return expect(len(right) == 3 and held == right, difference(held, right) or _FINE)


@correct(demand="docs/sales.md#changes any of their columns later, and deletes them")
def changes_of_all_kinds_arrive(graded: Graded) -> Result:
    """After a large transaction, refunds, moves to other months and customers, and deletions, all sales are right."""
    outcome = runs_after_changes(graded)
    return expect(outcome.mixed.exit_code == 0 and not outcome.wrong, describe_run(outcome.mixed, outcome.wrong))


@correct(demand="docs/operations.md#committed before that run began")
def a_deleted_sale_comes_back(graded: Graded) -> Result:
    """If a deleted sale is inserted again with the same id, it reappears in ClickHouse."""
    completed, fault = runs_after_changes(graded).back
    return expect(completed.exit_code == 0 and not fault, describe_run(completed, fault))
