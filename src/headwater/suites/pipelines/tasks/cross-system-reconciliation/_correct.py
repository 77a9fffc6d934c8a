"""Correctness checks: the reported figures and the repaired data are right."""

from _rounds import rounds
from _runs import agrees_with, quarantined
from _scenarios import seeded
from _truth import CATEGORIES, QUARANTINE, difference, truth

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="prompt#app.transactions", required=True)
def clickhouse_equals_postgres(graded: Graded) -> Result:
    """In the agent's final state, ClickHouse has each payment in Postgres exactly once, with all values."""
    state = truth(graded)
    return expect(state.in_agreement, difference(state))


@correct(demand="prompt#analytics.transactions", required=True)
def the_repair_leaves_no_difference(graded: Graded) -> Result:
    """The repair fixes every value that had drifted at the start."""
    state = seeded(graded).after
    return expect(state.in_agreement, difference(state))


@correct(demand="docs/drift-report.md#missing_in_clickhouse")
def missing_payments_are_reported(graded: Graded) -> Result:
    """The report lists the payments without a row in ClickHouse."""
    return _seeded_report(graded, "missing_in_clickhouse")


@correct(demand="docs/drift-report.md#duplicated_in_clickhouse")
def duplicates_are_reported(graded: Graded) -> Result:
    """The report lists the payments with more than one row."""
    return _seeded_report(graded, "duplicated_in_clickhouse")


@correct(demand="docs/drift-report.md#amount_mismatch")
def wrong_amounts_are_reported(graded: Graded) -> Result:
    """The report lists the payments whose amount in cents was stored as whole units."""
    return _seeded_report(graded, "amount_mismatch")


@correct(demand="docs/drift-report.md#currency_mismatch")
def wrong_currencies_are_reported(graded: Graded) -> Result:
    """The report lists the payments with a currency in ClickHouse and none in Postgres."""
    return _seeded_report(graded, "currency_mismatch")


@correct(demand="docs/drift-report.md#time_mismatch")
def shifted_times_are_reported(graded: Graded) -> Result:
    """The report lists the payments whose local time was stored as UTC."""
    return _seeded_report(graded, "time_mismatch")


@correct(demand="docs/drift-report.md#merchant_mismatch")
def renumbered_merchants_are_reported(graded: Graded) -> Result:
    """The report lists the payments that have a different merchant id because the merchant was renumbered."""
    return _seeded_report(graded, "merchant_mismatch")


@correct(demand="docs/drift-report.md#status_stale")
def stale_statuses_are_reported(graded: Graded) -> Result:
    """The report lists the payments that have a stale status because changes were lost or arrived out of order."""
    return _seeded_report(graded, "status_stale")


@correct(demand="docs/drift-report.md#orphan_in_clickhouse")
def orphans_are_reported(graded: Graded) -> Result:
    """The report lists the payments in ClickHouse that Postgres does not have."""
    return _seeded_report(graded, "orphan_in_clickhouse")


@correct(demand="docs/drift-report.md#missing_in_topic")
def gaps_of_the_topic_are_reported(graded: Graded) -> Result:
    """The report lists the payments without an event, and the events without a payment."""
    return _seeded_report(graded, "missing_in_topic", "orphan_in_topic")


@correct(demand="docs/events.md#Versions of a payment can arrive in any order")
def outdated_payments_of_the_topic_are_reported(graded: Graded) -> Result:
    """The report compares the highest version of each payment, not the last message."""
    return _seeded_report(graded, "outdated_in_topic")


@correct(demand="docs/drift-report.md#duplicated_in_topic")
def repeated_messages_are_reported(graded: Graded) -> Result:
    """A repeated version is reported as a duplicate, but two different versions are not."""
    return _seeded_report(graded, "duplicated_in_topic")


@correct(demand="docs/events.md#is malformed")
def malformed_messages_are_reported(graded: Graded) -> Result:
    """The report lists malformed messages by partition and offset."""
    return _seeded_report(graded, "malformed_in_topic")


def _seeded_report(graded: Graded, *names: str) -> Result:
    outcome = seeded(graded)
    return agrees_with(outcome.checks[0], outcome.before, names, "of the drift of the beginning")


@correct(demand="docs/drift-report.md#have their newest event from")
def producers_are_named(graded: Graded) -> Result:
    """Each category counts payments by the producer of their newest event, which points to the cause."""
    outcome = seeded(graded)
    expected = {name: found["by_producer"] for name, found in outcome.before.categories().items()}
    reported = {name: outcome.checks[0].category(name).get("by_producer") for name in CATEGORIES}
    wrong = [
        f"{name}: {reported[name]}, really {expected[name]}" for name in CATEGORIES if reported[name] != expected[name]
    ]
    return expect(
        not wrong,
        f"{len(wrong)} categories differ: {wrong[:2]}"
        if wrong
        else f"amounts are off by {expected['amount_mismatch']}",
    )


@correct(demand="docs/drift-report.md#malformed ones too")
def totals_are_told(graded: Graded) -> Result:
    """The report's totals count the rows and messages of the three systems."""
    outcome = seeded(graded)
    return expect_equal(outcome.checks[0].report.get("totals"), outcome.before.totals(), "totals")


@correct(demand="docs/quarantine.md#with all of its columns as they were", required=True)
def orphans_keep_their_values(graded: Graded) -> Result:
    """Every removed orphan is in the quarantine exactly once, with its values."""
    outcome = seeded(graded)
    orphans = {row for row in outcome.before.held if row.transaction_id not in outcome.before.ledger}
    quarantined_rows = outcome.quarantine
    return expect(
        len(orphans) and quarantined_rows == sorted(orphans),
        f"{len(quarantined_rows)} rows for {len(orphans)} orphans; "
        f"{len(orphans & set(quarantined_rows))} have their values",
    )


@correct(demand="docs/quarantine.md#it is moved to", required=True)
def the_first_orphans_were_kept(graded: Graded) -> Result:
    """The orphans that existed at the start are in the quarantine in the agent's final state."""
    state = truth(graded.starting)
    orphans = {row for row in state.held if row.transaction_id not in state.ledger}
    quarantined_rows = set(quarantined(graded))
    return expect(
        orphans <= quarantined_rows,
        f"{len(orphans & quarantined_rows)} of the {len(orphans)} orphans of the starting state are in {QUARANTINE}",
    )


@correct(demand="reports/merchant_statement.sql")
def the_statement_of_a_merchant_is_right(graded: Graded) -> Result:
    """The team's report for a merchant returns the same figures as Postgres."""
    sql = """
        select status, count(*), sum(amount) from app.transactions
        where merchant_id = 217 and created_at >= '2026-02-01 00:00+00' and created_at < '2026-03-01 00:00+00'
        group by status order by status
    """
    shipped = graded.workspace.shipped_text("reports/merchant_statement.sql") or ""
    return expect_equal(graded.clickhouse.query(shipped), graded.postgres.query(sql), "the statement of merchant 217")


@correct(demand="reports/daily_close.sql")
def the_close_of_a_day_is_right(graded: Graded) -> Result:
    """The team's report for a day returns the same figures as Postgres."""
    sql = """
        select currency, status, count(*), sum(amount) from app.transactions
        where created_at >= '2026-04-20 00:00+00' and created_at < '2026-04-21 00:00+00'
        group by currency, status
    """
    shipped = graded.workspace.shipped_text("reports/daily_close.sql") or ""
    clickhouse_rows, right = graded.clickhouse.query(shipped), graded.postgres.query(sql)
    return expect_equal(sorted(clickhouse_rows, key=str), sorted(right, key=str), "the close of 20 April")


@correct(demand="docs/drift-report.md#says what was found at the start of a run", required=True)
def random_drift_is_reported_exactly(graded: Graded) -> Result:
    """For random drift of all kinds and several tolerances, all counts, examples, producers and totals are right."""
    fault = rounds(graded).report
    return expect(not fault, fault or "all reports are right")
