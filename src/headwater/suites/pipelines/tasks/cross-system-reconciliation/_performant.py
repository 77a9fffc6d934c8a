"""Performance checks: the reconciliation of a hundred thousand payments is cheap."""

from _single import single_repairs
from _volume import Volume, Work, reference_volume, volume

from headwater.grading import Graded, Result, expect, performant


def _pass_if_right(outcome: Volume, work: Work, holds: bool, message: str) -> Result:
    """Pass only if the result is also right, because the speed of a wrong result is meaningless."""
    right = outcome.agrees and work.run.exit_code == 0
    return expect(
        right and holds,
        message if right else f"the result was wrong (exit code {work.run.exit_code}); {message}",
    )


@performant(demand="docs/databases.md#a matter of seconds")
def much_drift_is_repaired_quickly(graded: Graded) -> Result:
    """A repair of 100,000 payments takes at most eight times as long as the reference's, plus three seconds."""
    outcome, reference = volume(graded), reference_volume(graded).repair.run.completed.seconds
    seconds = outcome.repair.run.completed.seconds
    return _pass_if_right(
        outcome,
        outcome.repair,
        seconds <= 8 * reference + 3,
        f"the repair of {outcome.rows} payments took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant(demand="docs/databases.md#a matter of seconds")
def agreement_is_seen_quickly(graded: Graded) -> Result:
    """A run without drift takes at most eight times as long as the reference's, plus three seconds."""
    outcome, reference = volume(graded), reference_volume(graded).clean.run.completed.seconds
    seconds = outcome.clean.run.completed.seconds
    return _pass_if_right(
        outcome,
        outcome.clean,
        seconds <= 8 * reference + 3,
        f"a run without drift took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant(demand="docs/databases.md#The number of statements")
def statements_are_few(graded: Graded) -> Result:
    """The repair runs at most five times as many statements as the reference's, plus a hundred."""
    outcome, reference = volume(graded), reference_volume(graded).repair.statements
    statements = outcome.repair.statements
    return _pass_if_right(
        outcome,
        outcome.repair,
        statements <= 5 * reference + 100,
        f"the repair sent {statements} statements to ClickHouse, the reference {reference}",
    )


@performant(demand="docs/databases.md#The number of statements")
def inserts_are_few(graded: Graded) -> Result:
    """Rows are inserted in bulk: at most one insert for every five hundred payments."""
    outcome = volume(graded)
    inserts = outcome.repair.inserts
    return _pass_if_right(outcome, outcome.repair, inserts <= outcome.rows / 500, f"the repair took {inserts} inserts")


@performant(demand="docs/databases.md#Thousands of parts")
def parts_are_few(graded: Graded) -> Result:
    """After the repair, the table has at most three times as many parts as the reference's, plus sixty."""
    outcome, reference = volume(graded), reference_volume(graded).repair.parts
    return _pass_if_right(
        outcome,
        outcome.repair,
        outcome.repair.parts <= 3 * reference + 60,
        f"the table had {outcome.repair.parts} parts after the repair, that of the reference {reference}",
    )


@performant(demand="docs/databases.md#a few scans")
def postgres_is_scanned_a_few_times(graded: Graded) -> Result:
    """Postgres is scanned at most once for every five hundred payments."""
    outcome = volume(graded)
    return _pass_if_right(
        outcome,
        outcome.repair,
        outcome.repair.scans <= outcome.rows / 500,
        f"the repair scanned app.transactions {outcome.repair.scans} times",
    )


@performant(demand="docs/databases.md#each payment a few times")
def postgres_gives_each_payment_a_few_times(graded: Graded) -> Result:
    """The repair reads at most six rows from Postgres for each payment."""
    outcome = volume(graded)
    rows_fetched = outcome.repair.rows_fetched
    return _pass_if_right(
        outcome,
        outcome.repair,
        rows_fetched <= 6 * outcome.rows,
        f"the repair read {rows_fetched} rows of Postgres for {outcome.rows} payments",
    )


@performant(demand="docs/databases.md#work is done in sets")
def clickhouse_reads_what_it_must(graded: Graded) -> Result:
    """The repair reads at most five times as many rows from ClickHouse as the reference's, plus ten per payment."""
    outcome, reference = volume(graded), reference_volume(graded).repair.rows_read
    rows_read = outcome.repair.rows_read
    return _pass_if_right(
        outcome,
        outcome.repair,
        rows_read <= 5 * reference + 10 * outcome.rows,
        f"the repair read {rows_read} rows in ClickHouse, the reference {reference}",
    )


@performant(demand="docs/databases.md#finds nothing to do writes nothing")
def a_clean_run_writes_nothing(graded: Graded) -> Result:
    """A run without drift writes no new parts to any table."""
    outcome = volume(graded)
    return _pass_if_right(
        outcome,
        outcome.clean,
        outcome.clean.kept_parts and outcome.clean.run.report.get("drift") is False,
        f"a run without drift {'left all parts' if outcome.clean.kept_parts else 'wrote new parts'}",
    )


@performant(demand="docs/databases.md#one row that is wrong")
def one_payment_does_not_rewrite_the_table(graded: Graded) -> Result:
    """The repair of one stale status writes at most half as many rows as there are payments."""
    outcome = volume(graded)
    rows_written = outcome.one_off.rows_written
    return _pass_if_right(
        outcome,
        outcome.one_off,
        outcome.repaired_one and rows_written <= outcome.rows // 2,
        f"to repair one payment of {outcome.rows} {rows_written} rows were written, and it is"
        f" {'right' if outcome.repaired_one else 'wrong'}",
    )


@performant(demand="docs/databases.md#the payments of a month are few enough")
def one_error_rewrites_its_month_at_most(graded: Graded) -> Result:
    """To repair one payment, a run writes at most as many rows as there are in the months in which it is wrong."""
    wrong = [
        f"{each.error}: {each.written} rows were written, at most {each.most}"
        + ("" if each.agrees else ", and it was not repaired")
        for each in single_repairs(graded)
        if not each.agrees or each.written > each.most
    ]
    return expect(not wrong, "; ".join(wrong) or "no repair writes more than a month")


@performant(demand="docs/databases.md#less than half")
def the_statement_reads_its_part(graded: Graded) -> Result:
    """The report for a merchant and month reads less than half of the table."""
    return _reads_its_part(graded, "reports/merchant_statement.sql")


@performant(demand="docs/databases.md#less than half")
def the_close_reads_its_part(graded: Graded) -> Result:
    """The report for a day reads less than half of the table."""
    return _reads_its_part(graded, "reports/daily_close.sql")


def _reads_its_part(graded: Graded, report: str) -> Result:
    outcome = volume(graded)
    rows_read = outcome.report_rows[report]
    return _pass_if_right(
        outcome, outcome.repair, rows_read * 2 < outcome.rows, f"{report} reads {rows_read} of {outcome.rows} rows"
    )
