"""Performant: a hundred thousand payments, by the work that they take."""

from _volume import Volume, Work, reference_volume, volume

from headwater.grading import Graded, Result, expect, performant


def _measured(played: Volume, work: Work, holds: bool, message: str) -> Result:
    """Quick means nothing unless the result is right, too."""
    right = played.agrees and work.run.exit_code == 0
    return expect(
        right and holds,
        message if right else f"the result was wrong (exit code {work.run.exit_code}); {message}",
    )


@performant
def much_drift_is_repaired_quickly(graded: Graded) -> Result:
    """A hundred thousand payments take at most eight times what the reference takes, and three seconds."""
    played, reference = volume(graded), reference_volume(graded).repair.run.completed.seconds
    seconds = played.repair.run.completed.seconds
    return _measured(
        played,
        played.repair,
        seconds <= 8 * reference + 3,
        f"the repair of {played.rows} payments took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def agreement_is_seen_quickly(graded: Graded) -> Result:
    """Where nothing is to be done, the run is not slow either."""
    played, reference = volume(graded), reference_volume(graded).clean.run.completed.seconds
    seconds = played.clean.run.completed.seconds
    return _measured(
        played,
        played.clean,
        seconds <= 8 * reference + 3,
        f"a run without drift took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def statements_are_few(graded: Graded) -> Result:
    """Drift of five thousand payments does not mean thousands of statements."""
    played, reference = volume(graded), reference_volume(graded).repair.statements
    seen = played.repair.statements
    return _measured(
        played,
        played.repair,
        seen <= 5 * reference + 100,
        f"the repair sent {seen} statements to ClickHouse, the reference {reference}",
    )


@performant
def inserts_are_few(graded: Graded) -> Result:
    """Rows are written in bulk: at least five hundred at a time."""
    played = volume(graded)
    seen = played.repair.inserts
    return _measured(played, played.repair, seen <= played.rows / 500, f"the repair took {seen} inserts")


@performant
def parts_are_few(graded: Graded) -> Result:
    """The table does not crumble into thousands of parts."""
    played, reference = volume(graded), reference_volume(graded).repair.parts
    return _measured(
        played,
        played.repair,
        played.repair.parts <= 3 * reference + 60,
        f"the table had {played.repair.parts} parts after the repair, that of the reference {reference}",
    )


@performant
def postgres_is_scanned_a_few_times(graded: Graded) -> Result:
    """Payments are not looked up one by one, but at least five hundred at a time."""
    played = volume(graded)
    return _measured(
        played,
        played.repair,
        played.repair.scans <= played.rows / 500,
        f"the repair scanned app.transactions {played.repair.scans} times",
    )


@performant
def postgres_gives_each_payment_a_few_times(graded: Graded) -> Result:
    """What is read from Postgres is proportional to what it holds."""
    played = volume(graded)
    seen = played.repair.rows_fetched
    return _measured(
        played,
        played.repair,
        seen <= 6 * played.rows,
        f"the repair read {seen} rows of Postgres for {played.rows} payments",
    )


@performant
def clickhouse_reads_what_it_must(graded: Graded) -> Result:
    """What is read in ClickHouse is proportional to what it holds."""
    played, reference = volume(graded), reference_volume(graded).repair.rows_read
    seen = played.repair.rows_read
    return _measured(
        played,
        played.repair,
        seen <= 5 * reference + 10 * played.rows,
        f"the repair read {seen} rows in ClickHouse, the reference {reference}",
    )


@performant
def a_clean_run_writes_nothing(graded: Graded) -> Result:
    """Where all agrees, no part of any table is new."""
    played = volume(graded)
    return _measured(
        played,
        played.clean,
        played.clean.kept_parts and played.clean.run.report.get("drift") is False,
        f"a run without drift {'left all parts' if played.clean.kept_parts else 'wrote new parts'}",
    )


@performant
def one_payment_does_not_rewrite_the_table(graded: Graded) -> Result:
    """One stale status costs a month at most."""
    played = volume(graded)
    seen = played.one_off.rows_written
    return _measured(
        played,
        played.one_off,
        played.repaired_one and seen <= played.rows // 2,
        f"to repair one payment of {played.rows} {seen} rows were written, and it is"
        f" {'right' if played.repaired_one else 'wrong'}",
    )


@performant
def the_statement_reads_its_part(graded: Graded) -> Result:
    """A month of a merchant is less than half of the table."""
    return _reads_its_part(graded, "reports/merchant_statement.sql")


@performant
def the_close_reads_its_part(graded: Graded) -> Result:
    """A day is less than half of the table."""
    return _reads_its_part(graded, "reports/daily_close.sql")


def _reads_its_part(graded: Graded, report: str) -> Result:
    played = volume(graded)
    seen = played.report_rows[report]
    return _measured(played, played.repair, seen * 2 < played.rows, f"{report} reads {seen} of {played.rows} rows")
