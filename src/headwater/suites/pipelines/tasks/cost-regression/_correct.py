"""Correctness checks: all figures stay exact, and follow whatever arrives."""

from __future__ import annotations

from _disturbances import disturbed
from _nights import Night
from _scenarios import revised
from _truth import EVENTS, STORED, start_fault

from headwater.grading import Graded, Result, correct, expect

_LINES = "marts.campaign_daily"


@correct(demand="prompt#nothing that we have stored may be lost")
def everything_stored_is_kept(graded: Graded) -> Result:
    """marts.events has the same deliveries as at the start, however old, and all figures are the same."""
    message = next((fault for name in STORED if (fault := start_fault(graded, name))), "")
    kept, right = graded.clickhouse.query(EVENTS), graded.starting.clickhouse.query(EVENTS)
    return expect(kept == right and not message, message or f"deliveries and their checksum: {kept[0]} for {right[0]}")


@correct(demand="docs/collectors.md#up to some")
def late_deliveries_count(graded: Graded) -> Result:
    """Deliveries of days that the collectors no longer have, and of a day before all others, are in all figures."""
    night = revised(graded).late
    return expect(night.is_good, night.message)


@correct(demand="docs/collectors.md#another campaign")
def moved_deliveries_leave_their_lines(graded: Graded) -> Result:
    """Deliveries that move to another campaign are no longer in the line of the first one, even of another day."""
    return _lines(revised(graded).moved)


@correct(demand="contracts/daily.sql#toDate(addMinutes(e.at, c.utc_offset)) AS day")
def moved_deliveries_leave_their_reports(graded: Graded) -> Result:
    """Deliveries that move to another campaign leave the users of the first campaign and account."""
    return _reports(revised(graded).moved)


@correct(demand="docs/collectors.md#took the delivery back")
def voided_deliveries_leave(graded: Graded) -> Result:
    """Voided deliveries leave all figures, and a line without deliveries is not there."""
    night = revised(graded).voided
    return expect(night.is_good, night.message)


@correct(demand="docs/collectors.md#a row can come again")
def resent_revisions_change_nothing(graded: Graded) -> Result:
    """First revisions of deliveries that were voided or corrected long before change nothing if they come again."""
    night = revised(graded).resent
    return expect(night.is_good, night.message)


@correct(demand="docs/collectors.md#The highest revision counts, in whatever order they come")
def voids_count_in_any_order(graded: Graded) -> Result:
    """A delivery that comes after its void does not count, and one whose void is lifted counts again."""
    night = revised(graded).again
    return expect(night.is_good, night.message)


@correct(demand="contracts/daily.sql#ON c.campaign = e.campaign")
def moved_campaigns_take_their_days_along(graded: Graded) -> Result:
    """If the CRM adds or moves a campaign, its old deliveries are in the days of the account that it has now."""
    return _lines(revised(graded).unknown, revised(graded).known)


@correct(demand="schema/reports.sql#INNER JOIN (SELECT * FROM raw.accounts FINAL)")
def moved_campaigns_take_their_users_along(graded: Graded) -> Result:
    """If the CRM moves a campaign, its users of all months are in the account to which it belongs now."""
    return _reports(revised(graded).unknown, revised(graded).known)


def _lines(*nights: Night) -> Result:
    message = next((night.faults[_LINES] for night in nights if night.faults[_LINES]), "")
    codes = [night.completed.exit_code for night in nights]
    return expect(not message and not any(codes), message or f"ended with {codes}")


def _reports(*nights: Night) -> Result:
    faults = [fault for night in nights for name, fault in night.faults.items() if name != _LINES and fault]
    codes = [night.completed.exit_code for night in nights]
    return expect(not faults and not any(codes), faults[0] if faults else f"ended with {codes}")


@correct(demand="docs/operations.md#of all batches that were sealed when")
def open_batches_wait(graded: Graded) -> Result:
    """Rows of a batch that is not sealed are not in the figures."""
    night = disturbed(graded).early
    return expect(night.is_good, night.message)
