"""Performance checks: the reconciliation of a hundred thousand payments is cheap."""

from _volume import Volume, Work, reference_volume, volume

from headwater.grading import Graded, Result, expect, performant


def _pass_if_right(played: Volume, work: Work, holds: bool, message: str) -> Result:
    """Pass only if the result is also right, because the speed of a wrong result is meaningless."""
    right = played.agrees and work.run.exit_code == 0
    return expect(
        right and holds,
        message if right else f"the result was wrong (exit code {work.run.exit_code}); {message}",
    )


@performant
def much_drift_is_repaired_quickly(graded: Graded) -> Result:
    """A repair of 100,000 payments takes at most eight times as long as the reference's, plus three seconds."""
    played, reference = volume(graded), reference_volume(graded).repair.run.completed.seconds
    seconds = played.repair.run.completed.seconds
    return _pass_if_right(
        played,
        played.repair,
        seconds <= 8 * reference + 3,
        f"the repair of {played.rows} payments took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def agreement_is_seen_quickly(graded: Graded) -> Result:
    """A run without drift takes at most eight times as long as the reference's, plus three seconds."""
    played, reference = volume(graded), reference_volume(graded).clean.run.completed.seconds
    seconds = played.clean.run.completed.seconds
    return _pass_if_right(
        played,
        played.clean,
        seconds <= 8 * reference + 3,
        f"a run without drift took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def statements_are_few(graded: Graded) -> Result:
    """The repair runs at most five times as many statements as the reference's, plus a hundred."""
    played, reference = volume(graded), reference_volume(graded).repair.statements
    statements = played.repair.statements
    return _pass_if_right(
        played,
        played.repair,
        statements <= 5 * reference + 100,
        f"the repair sent {statements} statements to ClickHouse, the reference {reference}",
    )


@performant
def inserts_are_few(graded: Graded) -> Result:
    """Rows are inserted in bulk: at most one insert for every five hundred payments."""
    played = volume(graded)
    inserts = played.repair.inserts
    return _pass_if_right(played, played.repair, inserts <= played.rows / 500, f"the repair took {inserts} inserts")


@performant
def parts_are_few(graded: Graded) -> Result:
    """After the repair, the table has at most three times as many parts as the reference's, plus sixty."""
    played, reference = volume(graded), reference_volume(graded).repair.parts
    return _pass_if_right(
        played,
        played.repair,
        played.repair.parts <= 3 * reference + 60,
        f"the table had {played.repair.parts} parts after the repair, that of the reference {reference}",
    )


@performant
def postgres_is_scanned_a_few_times(graded: Graded) -> Result:
    """Postgres is scanned at most once for every five hundred payments."""
    played = volume(graded)
    return _pass_if_right(
        played,
        played.repair,
        played.repair.scans <= played.rows / 500,
        f"the repair scanned app.transactions {played.repair.scans} times",
    )


@performant
def postgres_gives_each_payment_a_few_times(graded: Graded) -> Result:
    """The repair reads at most six rows from Postgres for each payment."""
    played = volume(graded)
    rows_fetched = played.repair.rows_fetched
    return _pass_if_right(
        played,
        played.repair,
        rows_fetched <= 6 * played.rows,
        f"the repair read {rows_fetched} rows of Postgres for {played.rows} payments",
    )


@performant
def clickhouse_reads_what_it_must(graded: Graded) -> Result:
    """The repair reads at most five times as many rows from ClickHouse as the reference's, plus ten per payment."""
    played, reference = volume(graded), reference_volume(graded).repair.rows_read
    rows_read = played.repair.rows_read
    return _pass_if_right(
        played,
        played.repair,
        rows_read <= 5 * reference + 10 * played.rows,
        f"the repair read {rows_read} rows in ClickHouse, the reference {reference}",
    )


@performant
def a_clean_run_writes_nothing(graded: Graded) -> Result:
    """A run without drift writes no new parts to any table."""
    played = volume(graded)
    return _pass_if_right(
        played,
        played.clean,
        played.clean.kept_parts and played.clean.run.report.get("drift") is False,
        f"a run without drift {'left all parts' if played.clean.kept_parts else 'wrote new parts'}",
    )


@performant
def one_payment_does_not_rewrite_the_table(graded: Graded) -> Result:
    """The repair of one stale status writes at most half as many rows as there are payments."""
    played = volume(graded)
    rows_written = played.one_off.rows_written
    return _pass_if_right(
        played,
        played.one_off,
        played.repaired_one and rows_written <= played.rows // 2,
        f"to repair one payment of {played.rows} {rows_written} rows were written, and it is"
        f" {'right' if played.repaired_one else 'wrong'}",
    )


@performant
def the_statement_reads_its_part(graded: Graded) -> Result:
    """The report for a merchant and month reads less than half of the table."""
    return _reads_its_part(graded, "reports/merchant_statement.sql")


@performant
def the_close_reads_its_part(graded: Graded) -> Result:
    """The report for a day reads less than half of the table."""
    return _reads_its_part(graded, "reports/daily_close.sql")


def _reads_its_part(graded: Graded, report: str) -> Result:
    played = volume(graded)
    rows_read = played.report_rows[report]
    return _pass_if_right(
        played, played.repair, rows_read * 2 < played.rows, f"{report} reads {rows_read} of {played.rows} rows"
    )
