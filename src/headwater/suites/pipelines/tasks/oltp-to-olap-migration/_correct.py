"""Correctness checks: each sale is right, whatever program loaded it, whoever changes it and whenever."""

from __future__ import annotations

from _clocks import other_clocks, slow_transaction
from _closed import closed_sales, closings, everything, sums
from _sales import difference, left
from _scenarios import runs_after_changes

from headwater.grading import Graded, Result, correct, expect

_FINE = "all sales are right"


@correct(demand="docs/sales.md#sees each sale once", required=True)
def every_sale_is_exact(graded: Graded) -> Result:
    """ClickHouse has each sale of open and closed months once, with the right values."""
    fault = difference(left(graded), everything(graded))
    return expect(not fault, fault or _FINE)


@correct(demand="docs/sales.md#has the sums that the auditors got", required=True)
def closed_months_have_their_sums(graded: Graded) -> Result:
    """The sales of each closed month have the number, amount and refunds of app.closings."""
    months = {month for month, _ in closings(graded)}
    held = {key: value for key, value in sums(left(graded)).items() if key[0] in months}
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
    held = [row for row in left(graded) if row[0] in numbers or first <= f"{row[6]:%Y-%m}" <= last]
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
    """A sale that is restored arrives even if the clock of the machine is slow, and the monthly report is right."""
    fault = other_clocks(graded).returned or other_clocks(graded).report
    return expect(other_clocks(graded).codes == [0, 0] and not fault, f"{other_clocks(graded).codes}; {fault or _FINE}")


@correct(demand="docs/sales.md#take up to an hour", required=True)
def late_updates_are_not_missed(graded: Graded) -> Result:
    """Updates arrive although their transaction commits after runs have loaded the changes of later transactions."""
    return _late(graded, slow_transaction(graded).updated)


@correct(demand="docs/sales.md#take up to an hour", required=True)
def late_deletions_are_not_missed(graded: Graded) -> Result:
    """Deletions arrive although their transaction commits after runs have loaded the changes of later transactions."""
    return _late(graded, slow_transaction(graded).deleted)


@correct(demand="docs/operations.md#committed before that run began", required=True)
def late_insertions_are_not_missed(graded: Graded) -> Result:
    """New sales arrive although their transaction commits after later ones, and all other sales are right."""
    return _late(graded, slow_transaction(graded).inserted or slow_transaction(graded).wrong)


def _late(graded: Graded, fault: str) -> Result:
    codes = slow_transaction(graded).codes
    return expect(not any(codes) and not fault, f"the runs exited with {codes}; {fault or _FINE}")


@correct(demand="docs/sales.md#changes any of their columns later, and deletes them", required=True)
def changes_of_all_kinds_arrive(graded: Graded) -> Result:
    """Odd values, a large transaction, refunds, moves to other months and customers, deletions and returns arrive."""
    outcome = runs_after_changes(graded)
    runs = {"odd": outcome.few_wrong, "mixed": outcome.wrong, "returned": outcome.back[1]}
    codes = [outcome.few[0].exit_code, outcome.mixed.exit_code, outcome.back[0].exit_code]
    wrong = {name: fault for name, fault in runs.items() if fault}
    return expect(not any(codes) and not wrong, f"the runs exited with {codes}; {wrong or _FINE}")
