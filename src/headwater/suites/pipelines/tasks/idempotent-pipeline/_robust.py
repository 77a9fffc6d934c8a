"""Robustness checks: late, repeated or deleted versions, overlapping or killed runs, and unreachable engines."""

from __future__ import annotations

from _orders import (
    CLICKHOUSE_UNREACHABLE,
    ORDERS,
    POSTGRES_UNREACHABLE,
    REVENUE,
    add,
    describe_errors,
    many,
    visible,
    watch,
)

from headwater.grading import Completed, Graded, Result, State, expect, kill_points, robust

BUSY = 20_000
PAUSED = 4_000
LOCK_TABLE = """psql "$POSTGRES_URL" -qc 'begin; lock table raw.orders; select pg_sleep(4); commit' >/dev/null &"""
"""Locks the source table for four seconds, so that concurrent runs overlap on machines of any speed."""


def ended_well_and_right(state: State, completed: Completed, what: str) -> Result:
    """Pass if a run exited with 0 and the orders match the source."""
    fault = describe_errors(state)
    ended = f"exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(
        completed.exit_code == 0 and not fault,
        f"{what} the run {ended}; orders: {fault or 'as in the source'}",
    )


@robust(demand="docs/analysts.md#takes an amount back")
def a_change_replaces_what_was_there(graded: Graded) -> Result:
    """Readers immediately see only the newest version of an order, with NULL for an amount that was withdrawn."""
    with graded.copy() as copy:
        copy.postgres.execute(
            """
            insert into raw.orders (order_id, customer_id, status, currency, amount, ordered_at, updated_at)
            select order_id, null, 'cancelled', null, null, ordered_at, timestamptz '2026-08-01 00:00:00+00'
            from raw.orders where row_id % 3 = 0
        """,
        )
        return ended_well_and_right(copy, copy.run(), "after changes to a third of the rows")


@robust(demand="postgres:raw.orders#corrections come in late")
def late_changes_are_judged_by_their_time(graded: Graded) -> Result:
    """A late change is ordered by updated_at, whether it is the latest, an earlier or the only version of its order."""
    late = """
        select 'OX-900002', 'shipped', 7.25, timestamptz '2024-02-29 23:59:59.999999+00' union all
        select order_id, 'paid', 1.5, min(updated_at) - interval '400 days'
        from raw.orders group by order_id union all
        select order_id, 'cancelled', 2.5, max(updated_at)
        from raw.orders where row_id % 4 = 0 group by order_id
    """
    with graded.copy() as copy:
        add(copy, late)
        return ended_well_and_right(copy, copy.run(), "after late changes")


@robust(demand="postgres:raw.orders#a number may become visible after higher ones")
def slow_writers_are_not_missed(graded: Graded) -> Result:
    """A row that becomes visible after rows with a higher row_id is still loaded."""
    free = """
        select n, 'OX-95' || n, 'paid', n / 16.0,
               timestamptz '2026-03-01 00:00:00+00' + n * interval '1 second'
        from (select max(row_id) as highest from raw.orders) h, generate_series(highest - 4500, highest, 9) n
        where not exists (select from raw.orders where row_id = n)
    """
    with graded.copy() as copy:
        copy.postgres.execute("select setval(pg_get_serial_sequence('raw.orders', 'row_id'), 50000)")
        add(copy, "select 'OX-950000', 'paid', 3.0, timestamptz '2026-05-01 00:00:00+00'")
        copy.run()
        add(copy, free, "row_id, order_id, status, amount, updated_at")
        return ended_well_and_right(copy, copy.run(), "after rows with lower numbers")


@robust(demand="postgres:raw.orders#until a later version brings it back")
def deleted_orders_leave_and_come_back(graded: Graded) -> Result:
    """Readers do not see a deleted order until a later version restores it."""

    def change(day: int, status: str, every: int) -> str:
        return f"""
            select distinct order_id, '{status}', 99.9, timestamptz '2026-09-0{day} 00:00:00+00'
            from raw.orders where btrim(order_id) <> '' and hashtext(order_id) % {every} = 0
        """

    with graded.copy() as copy:
        before = visible(copy)
        add(copy, change(1, "deleted", 2))
        copy.run()
        removed = before - visible(copy)
        first = describe_errors(copy)
        add(copy, change(2, "paid", 4))
        completed = copy.run()
        second = describe_errors(copy)
    return expect(
        completed.exit_code == 0 and removed > 0 and not first and not second,
        f"{removed} orders were removed; after the deletion: {first or 'as in the source'}; "
        f"after the return: {second or 'as in the source'}",
    )


@robust(demand="docs/jobs.md#two work at once")
def two_runs_at_once_do_no_harm(graded: Graded) -> Result:
    """At least one of two overlapping runs succeeds, and the result is the same as after a single run.

    Two runs also overlap where one of them pauses before a request, so that the other one begins and ends meanwhile.
    """
    assert graded.config.entrypoint is not None
    command = graded.config.entrypoint.command
    with graded.copy() as copy:
        add(copy, many(PAUSED, 700_000, "2026-05-01 00:00:00+00"))
        whole = copy.run_killed(after=None)
        for part in (1, 2, 3):
            add(copy, many(PAUSED, 700_000, f"2026-05-0{1 + part} 00:00:00+00", f"n * {part}.0"))
            pair = copy.run_paused(after=whole.requests * part // 4, meanwhile=copy.run)
            best = min(pair, key=lambda each: each.exit_code)
            paused = ended_well_and_right(copy, best, f"of a run that paused and another one {part} the better")
            if not paused.passed:
                return paused
        add(copy, many(BUSY, 500_000, "2026-05-01 00:00:00+00"))
        at_once = f"{command} & first=$!; {command}; second=$?; wait $first || exit $second"
        completed = copy.run(f"{LOCK_TABLE} sleep 0.5; {at_once}")
        return ended_well_and_right(copy, completed, "of two at once the better")


@robust(demand="docs/analysts.md#there twice for a second")
def readers_never_see_doubles_or_gaps(graded: Graded) -> Result:
    """While a run loads new versions of many orders, readers always see each order exactly once."""
    with graded.copy() as copy:
        add(copy, many(BUSY, 500_000, "2026-05-01 00:00:00+00"))
        copy.run()
        before = visible(copy)
        add(copy, many(BUSY, 500_000, "2026-05-02 00:00:00+00", "n * 2.0"))
        observed = watch(copy, copy.run)
        fault = describe_errors(copy)
    is_complete = (
        observed.fewest is not None and observed.fewest >= before and observed.doubled == 0 and not observed.refused
    )
    message = f"{observed.looks} looks saw {observed.doubled} doubles and at least {observed.fewest} of {before} orders"
    return expect(is_complete and not fault, f"{message} {observed.refused}; after it: {fault or 'as in the source'}")


@robust(demand="docs/jobs.md#it changes nothing then")
def an_engine_that_is_away_loses_nothing(graded: Graded) -> Result:
    """If an engine is unreachable, runs fail and leave the target unchanged; the next run loads what they missed."""
    with graded.copy() as copy:
        before = visible(copy)
        add(copy, many(100, 500_000, "2026-05-01 00:00:00+00"))
        codes = [copy.run(env=environment).exit_code for environment in (CLICKHOUSE_UNREACHABLE, POSTGRES_UNREACHABLE)]
        visible_count = visible(copy)
        copy.run()
        fault = describe_errors(copy)
    failed = not {0, 124} & set(codes)
    return expect(
        failed and visible_count == before > 0 and not fault,
        f"without ClickHouse, without Postgres: exit codes {codes}, {visible_count} of {before} orders left; "
        f"after the next run: {fault or 'as in the source'}",
    )


@robust(demand="docs/jobs.md#the next run that ends well")
def killed_runs_are_made_good(graded: Graded) -> Result:
    """After runs are killed at several of their requests, the next run produces the right orders."""
    with graded.copy() as copy:
        add(copy, many(PAUSED, 500_000, "2026-05-01 00:00:00+00"))
        whole = copy.run_killed(after=None)
        for round_, after in enumerate(kill_points(whole.requests)):
            add(copy, many(PAUSED, 500_000, f"2026-05-{2 + round_:02} 00:00:00+00", f"n * {round_ + 1} / 4.0"))
            copy.run_killed(after=after)
        return ended_well_and_right(copy, copy.run(), "after others that were killed")


@robust(demand="docs/jobs.md#if the database is not there")
def a_lost_target_is_built_again(graded: Graded) -> Result:
    """After the target database is dropped, a run rebuilds everything."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        return ended_well_and_right(copy, copy.run(), "after the database was dropped")


@robust(demand="docs/jobs.md#a source without rows")
def an_empty_source_is_no_error(graded: Graded) -> Result:
    """An empty source results in empty targets and no error."""
    with graded.copy() as copy:
        copy.postgres.execute("truncate raw.orders")
        copy.clickhouse.execute("drop database if exists analytics")
        completed = copy.run()
        rows = [copy.clickhouse.scalar(f"select count() from {table}") for table in (ORDERS, REVENUE)]
    return expect(
        completed.exit_code == 0 and rows == [0, 0],
        f"without rows the run exited with {completed.exit_code} and left {rows} {completed.stderr[-200:]}",
    )
