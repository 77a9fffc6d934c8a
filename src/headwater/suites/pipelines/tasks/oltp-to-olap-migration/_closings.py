"""Close months after runs were killed, when ClickHouse has the same sales as Postgres."""

from __future__ import annotations

from functools import cache

from _chance import COLUMNS
from _closed import closed_sales
from _sales import Row, change, difference, only, stored_sales, truth
from _scenarios import drop_everything

from headwater.grading import Graded, State

_MONTHS = ("2025-09", "2025-10", "2025-11", "2025-12", "2026-01", "2026-02")
_ALL = ", ".join(("sale_id", *COLUMNS, "updated_at"))
_SMALL = """
    alter table app.sales disable trigger user; delete from app.sales where sale_id % 50 <> 0;
    alter table app.sales enable trigger user; delete from app.sales_deleted; delete from app.closings
"""


@cache
def closings_after_killed_runs(graded: Graded) -> str:
    """Delete sales that come back, kill a run, close their month, and run again.

    The killed runs get shorter, until one leaves ClickHouse without the changes, so that the month cannot be closed.

    Returns:
        The first difference; empty if there is none.
    """
    with graded.copy() as copy:
        _return_some(copy, "2026-03")
        requests = copy.run_killed(after=None).requests
        kept: list[Row] = []
        for number, month in enumerate(_MONTHS, 1):
            some = _return_some(copy, month)
            copy.run_killed(after=requests - number)
            held, right = only(copy, some)
            if held != right:
                break
            kept += _close(copy, month)
            completed, (held, _) = copy.run(), only(copy, some)
            fault = difference(held, right)
            if completed.exit_code or fault:
                events = f"sales of {month} were deleted and came back, and a run was killed before its last {number}"
                return f"{events} requests; then the month was closed, and after another run {fault}"
        copy.run()
        everything = sorted(closed_sales(graded) + kept + truth(copy), key=lambda row: int(row[0]))
        return difference(stored_sales(copy), everything)


def _return_some(copy: State, month: str) -> str:
    """Delete sales of a month and insert them again, half of them with other values; return a condition for them."""
    place = f"sold_at >= '{month}-03 00:00+00' and sold_at < '{month}-28 00:00+00' and sale_id % 300 < 2"
    numbers = [row[0] for row in copy.postgres.query(f"select sale_id from app.sales where {place}")]
    some = f"sale_id in ({', '.join(map(str, numbers))})"
    change(copy, f"create temporary table kept as select * from app.sales where {some}")
    change(copy, f"delete from app.sales where {some}")
    change(copy, f"insert into app.sales ({_ALL}) select {_ALL} from kept; drop table kept")
    change(copy, f"update app.sales set amount = amount + 0.01 where {some} and sale_id % 2 = 1")
    return some


def _close(copy: State, month: str) -> list[Row]:
    """Close a month; return its sales."""
    sales = [row for row in truth(copy) if f"{row[6]:%Y-%m}" == month]
    change(copy, f"select app.retire('{month}-01')")
    return sales


@cache
def closings_at_new_sites(graded: Graded) -> str:
    """Kill the first run at a small new site, close a month if ClickHouse has all sales, and run again.

    Returns:
        The first difference; empty if there is none.
    """
    with graded.copy() as copy:
        change(copy, _SMALL)
        _make_new(copy)
        requests = copy.run_killed(after=None).requests
        for number, month in enumerate(_MONTHS[:5], 1):
            _make_new(copy)
            copy.run_killed(after=requests - number)
            right = truth(copy)
            if stored_sales(copy) != right:
                break
            _close(copy, month)
            completed, fault = copy.run(), difference(stored_sales(copy), right)
            if completed.exit_code or fault:
                events = f"the first run of a new site was killed before its last {number} requests"
                return f"{events}; then {month} was closed, and after another run {fault}"
        return ""


def _make_new(copy: State) -> None:
    drop_everything(copy)
    copy.run("python3 apply.py")
