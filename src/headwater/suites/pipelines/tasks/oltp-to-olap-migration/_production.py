"""Production checks: errors and differences are reported in the documented format, and no helper objects remain."""

from __future__ import annotations

from _sales import REPORTS, report, start, stored_sales, tables
from _scenarios import drifted, outages, runs_after_changes

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#without traceback and passwords")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """If Postgres is unreachable, a run exits with code 1 and prints one line."""
    return reported_in_one_line(outages(graded).runs[0], code=1)


@production(demand="docs/operations.md#without traceback and passwords")
def a_run_without_clickhouse_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run exits with code 1 and prints one line."""
    return reported_in_one_line(outages(graded).runs[1], code=1)


@production(demand="docs/operations.md#sync.py --check")
def a_check_without_postgres_is_reported(graded: Graded) -> Result:
    """If Postgres is unreachable, --check exits with code 2 and prints one line."""
    return reported_in_one_line(outages(graded).checks[0], code=2)


@production(demand="docs/operations.md#sync.py --check")
def a_check_without_clickhouse_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, --check exits with code 2 and prints one line."""
    return reported_in_one_line(outages(graded).checks[1], code=2)


@production(demand="docs/operations.md#one line for each month that differs")
def the_check_names_months(graded: Graded) -> Result:
    """If ClickHouse has too few or too many sales in a month, --check prints the month with both numbers of sales."""
    completed, right = drifted(graded).number
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and len(right) > 2 and lines == right,
        f"--check exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/operations.md#differs in anything")
def the_check_sees_amounts(graded: Graded) -> Result:
    """If the amount of one sale differs by a cent, --check prints the month of the sale."""
    completed, right = drifted(graded).amount
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and len(right) == 1 and lines == right,
        f"--check exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/operations.md#the run ends with 1")
def an_empty_source_is_reported(graded: Graded) -> Result:
    """If Postgres has no sales, a run exits with code 1 and prints one line."""
    return reported_in_one_line(drifted(graded).empty[0], code=1)


@production(demand="docs/operations.md#no table of a run")
def no_table_of_a_run_is_left(graded: Graded) -> Result:
    """After runs with changes, ClickHouse has the same tables as before them."""
    return expect_equal(
        sorted(runs_after_changes(graded).tables), sorted(tables(graded)), "the set of tables in ClickHouse"
    )


@production(demand="prompt#reports/")
def reports_of_postgres_stay(graded: Graded) -> Result:
    """The shipped reports for Postgres are unchanged."""
    other = [
        n for n in REPORTS if graded.workspace.read_text(f"reports/{n}.sql").strip().rstrip(";") != report(graded, n)
    ]
    return expect(not other, f"changed reports: {other or 'none'}")


@production(demand="prompt#postgres")
def the_app_has_its_sales(graded: Graded) -> Result:
    """The rows in the app's tables are unchanged."""
    sums = (
        "(select sum(hashtext(t::text)) from app.sales t)",
        "(select sum(hashtext(t::text)) from app.sales_deleted t)",
    )
    sql = f"select {', '.join(sums)}"
    same = graded.postgres.query(sql) == graded.starting.postgres.query(sql)
    return expect(
        same and len(stored_sales(graded)) == len(start(graded)),
        f"the rows of the app are {'unchanged' if same else 'changed'}",
    )
