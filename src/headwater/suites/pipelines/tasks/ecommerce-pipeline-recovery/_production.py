"""Production checks: the programs report errors clearly, and leave the shops' database unchanged."""

from __future__ import annotations

from _history import history
from _sales import describe_end, last_line
from _scenarios import outages, outcomes, withdrawn

from headwater.grading import Completed, Graded, Result, State, expect, production, reported_in_one_line


def _summary(completed: Completed) -> str:
    return f"{describe_end(completed)}, {len(completed.stderr.strip().splitlines())} lines"


@production(demand="docs/oncall.md#one line for each day and shop")
def the_status_names_what_is_wrong(graded: Graded) -> Result:
    """If deliveries were withdrawn or not loaded, the status program prints the days with both numbers of orders."""
    completed, right = withdrawn(graded).status
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and lines == right,
        f"status.py exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/oncall.md#whose orders or revenue differ")
def the_status_sees_wrong_revenue(graded: Graded) -> Result:
    """The status reports a day that has the right number of orders but a wrong revenue."""
    completed, shop = withdrawn(graded).revenue
    lines = completed.stdout.strip().splitlines()
    words = lines[0].split() if len(lines) == 1 else []
    fit = len(words) == 4 and words[1] == shop and words[2] == words[3]
    return expect(
        completed.exit_code == 1 and fit, f"status.py exited with {completed.exit_code} and printed {lines[:3]}"
    )


@production(demand="docs/oncall.md#the number of pairs of day and shop")
def a_run_says_what_it_changed(graded: Graded) -> Result:
    """A run reports two changed figures if an order moves to another day, and none without new deliveries."""
    lines = [last_line(completed) for completed in outcomes(graded).moved]
    return expect(lines == ["changed=2", "changed=0"], f"the runs printed {lines}")


@production(demand="docs/oncall.md#for all days that")
def the_status_is_right_in_each_state(graded: Graded) -> Result:
    """In the middle of a random history and at its end, the status names exactly the figures that differ."""
    faults = history(graded)
    return expect(not faults.status, faults.status or "the status was right", events=faults.details.get("status", []))


@production(demand="docs/oncall.md#the number of pairs of day and shop")
def each_run_of_a_history_says_what_it_changed(graded: Graded) -> Result:
    """Runs of a random history report as many changed figures as differ before and after."""
    faults = history(graded)
    return expect(
        not faults.changed, faults.changed or "the numbers are right", events=faults.details.get("changed", [])
    )


@production(demand="docs/oncall.md#without traceback and passwords")
def a_database_that_is_away_is_reported(graded: Graded) -> Result:
    """If Postgres or ClickHouse is unreachable, a run exits with 1, prints one line, and changes nothing."""
    outcome = outages(graded)
    fit = all(reported_in_one_line(completed, code=1).passed for completed in outcome.runs)
    summaries = [_summary(completed) for completed in outcome.runs]
    return expect(fit and not outcome.changed, f"without Postgres: {summaries[0]}; without ClickHouse: {summaries[1]}")


@production(demand="docs/oncall.md#status.py")
def a_status_without_database_is_another_code(graded: Graded) -> Result:
    """If Postgres or ClickHouse is unreachable, the status exits with 2 and prints one line."""
    statuses = outages(graded).statuses
    summaries = [_summary(completed) for completed in statuses]
    return expect(
        all(reported_in_one_line(completed, code=2).passed for completed in statuses),
        f"without Postgres: {summaries[0]}; without ClickHouse: {summaries[1]}",
    )


@production(demand="docs/figures.md#leave nothing there", required=True)
def nothing_is_left_in_postgres(graded: Graded) -> Result:
    """Postgres contains the same tables, indexes, triggers and rows as at the start."""
    sql = """
        select c.oid::regclass::text, c.relkind::text, pg_get_indexdef(i.indexrelid),
            (select count(*) from pg_trigger t where t.tgrelid = c.oid)
        from pg_class c left join pg_index i on i.indexrelid = c.oid
        where c.relnamespace::regnamespace::text in ('raw', 'public') order by 1
    """
    found, right = graded.postgres.query(sql), graded.starting.postgres.query(sql)
    schemas = "select count(*) from pg_namespace where nspname !~ '^pg_'"
    same = graded.postgres.scalar(schemas) == graded.starting.postgres.scalar(schemas)
    rows = _rows(graded) == _rows(graded.starting)
    return expect(
        found == right and same and rows,
        f"new or missing relations: {sorted(set(map(str, found)) ^ set(map(str, right)))[:3]}; deliveries are "
        f"{'unchanged' if rows else 'changed'}",
    )


def _rows(state: State | Graded) -> object:
    return state.postgres.query("select count(*), sum(hashtext(o::text)) from raw.orders o")
