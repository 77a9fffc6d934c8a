"""Performance checks: work does not grow with the number of people, and a night without requests costs nothing."""

from __future__ import annotations

from _runs import Run
from _scenarios import batch, first, quiet, reference_batch
from _start import left

from headwater.grading import Graded, Result, expect, performant

_TABLES = ("events", "days", "payments", "profiles", "searches")


def _if_right(run: Run, fit: bool, message: str) -> Result:
    """Pass only if the run is also right, because the cost of a wrong result means nothing."""
    fault = run.fault("requests", "events", "payments", "profiles", "archive")
    right = run.completed.exit_code == 0 and not fault
    return expect(right and fit, message if right else f"{run.ended}; {fault}")


def _rows(graded: Graded) -> int:
    """Return the number of rows in the tables of ClickHouse that have personal data."""
    return sum(len(left(graded).before[name]) for name in _TABLES)


@performant(demand="docs/operations.md#the number of mutations must not depend")
def mutations_are_few(graded: Graded) -> Result:
    """A run with 80 requests starts at most 30 mutations."""
    run = batch(graded)
    return _if_right(run, run.work.mutations <= 30, f"80 requests started {run.work.mutations} mutations")


@performant(demand="docs/operations.md#the number of mutations must not depend")
def mutations_do_not_grow(graded: Graded) -> Result:
    """A run with 80 requests starts at most 8 mutations more than a run with one."""
    one, many = quiet(graded).single, batch(graded)
    return _if_right(
        many,
        many.work.mutations <= one.work.mutations + 8,
        f"{many.work.mutations} mutations for 80 requests, {one.work.mutations} for one",
    )


@performant(demand="docs/operations.md#rewrite each table a")
def rewritten_rows_are_few(graded: Graded) -> Result:
    """A run with 80 requests writes each row of ClickHouse at most six times."""
    run = batch(graded)
    return _if_right(
        run,
        run.work.written <= 6 * _rows(graded),
        f"80 requests wrote {run.work.written} rows, and the tables have {_rows(graded)}",
    )


@performant(demand="docs/operations.md#rewrite each table a")
def the_first_run_rewrites_few_rows(graded: Graded) -> Result:
    """The run that erases everyone who is due at the start writes each row of ClickHouse at most six times."""
    run = first(graded)
    fit = (
        run.completed.exit_code == 0
        and not run.fault("requests", "events", "payments")
        and run.work.written <= 6 * _rows(graded)
    )
    return expect(fit, f"{run.ended}, and wrote {run.work.written} rows of {_rows(graded)}")


@performant(demand="docs/operations.md#must not depend on the number of people")
def statements_to_clickhouse_are_few(graded: Graded) -> Result:
    """A run with 80 requests sends at most three times as many statements to ClickHouse as the reference, plus 60."""
    run, limit = batch(graded), 3 * reference_batch(graded).statements + 60
    return _if_right(
        run, run.work.statements <= limit, f"80 requests took {run.work.statements} statements, and {limit} are allowed"
    )


@performant(demand="docs/operations.md#rewrite each table a")
def rows_read_from_clickhouse_are_few(graded: Graded) -> Result:
    """A run with 80 requests reads at most five times as many rows from ClickHouse as the reference."""
    run, limit = batch(graded), 5 * reference_batch(graded).selected + 3 * _rows(graded)
    return _if_right(
        run, run.work.selected <= limit, f"80 requests read {run.work.selected} rows, and {limit} are allowed"
    )


@performant(demand="docs/operations.md#The same holds for statements to Postgres")
def scans_of_postgres_are_few(graded: Graded) -> Result:
    """A run with 80 requests scans tables of Postgres at most twice as often as the reference, plus 40 times."""
    run, limit = batch(graded), 2 * reference_batch(graded).postgres_scans + 40
    return _if_right(
        run,
        run.work.postgres_scans <= limit,
        f"80 requests scanned tables {run.work.postgres_scans} times, and {limit} times are allowed",
    )


@performant(demand="docs/operations.md#The same holds for statements to Postgres")
def rows_read_from_postgres_are_few(graded: Graded) -> Result:
    """A run with 80 requests reads at most four times as many rows of Postgres as the reference."""
    run, limit = batch(graded), 4 * reference_batch(graded).postgres_read
    return _if_right(
        run, run.work.postgres_read <= limit, f"80 requests read {run.work.postgres_read} rows, and {limit} are allowed"
    )


@performant(demand="docs/operations.md#a night without any writes nothing at all")
def a_quiet_night_keeps_all_parts(graded: Graded) -> Result:
    """A run without requests starts no mutation and changes no part of ClickHouse's tables."""
    runs = (quiet(graded).idle, quiet(graded).again)
    fit = all(run.parts and not run.work.mutations and run.completed.exit_code == 0 for run in runs)
    return _if_right(
        quiet(graded).single,
        fit,
        f"mutations without requests: {[run.work.mutations for run in runs]}, "
        f"parts stayed: {[run.parts for run in runs]}",
    )


@performant(demand="docs/operations.md#a night without any writes nothing at all")
def a_quiet_night_writes_no_rows(graded: Graded) -> Result:
    """A run without requests writes no rows to Postgres."""
    runs = (quiet(graded).idle, quiet(graded).again)
    written = [run.work.postgres_written for run in runs]
    return _if_right(
        quiet(graded).single,
        not any(written),
        f"runs without requests wrote these numbers of rows: {written}",
    )


@performant(demand="docs/erasure.md#A file without the person is not written")
def only_files_with_the_person_are_written(graded: Graded) -> Result:
    """Runs without requests write no file, and a run with one request writes only those with the person."""
    one, runs = quiet(graded).single, (quiet(graded).idle, quiet(graded).again)
    fault = one.fault("archive", "exports")
    fit = not any(run.written for run in runs) and not fault
    return _if_right(one, fit, f"written without requests: {[run.written for run in runs]}; {fault}")
