"""Correctness checks: figures count the right orders on the right days, and historical days are unchanged."""

from __future__ import annotations

from datetime import date

from _sales import FIRST_DAY, at_the_start, describe_end, difference, old, stored_figures
from _scenarios import outcomes

from headwater.grading import Graded, Result, correct, expect

_DAY, _NEXT = date(2026, 11, 18), date(2026, 11, 19)


@correct(demand="docs/figures.md#sales-per-day", required=True)
def every_day_is_exact(graded: Graded) -> Result:
    """The figures for each day and shop in Postgres are exact to the cent."""
    found = {pair: value for pair, value in stored_figures(graded).items() if pair[0] >= FIRST_DAY}
    fault = difference(found, at_the_start(graded))
    return expect(not fault, fault or "all figures are right")


@correct(demand="docs/figures.md#are final", required=True)
def days_before_are_as_they_were(graded: Graded) -> Result:
    """Figures are unchanged for days whose orders Postgres no longer has."""
    fault = difference(old(graded), old(graded.starting))
    return expect(not fault, fault or "all old days are unchanged")


@correct(demand="docs/figures.md#the same revision can be delivered more than once")
def an_order_counts_once(graded: Graded) -> Result:
    """An order with two revisions, one of them delivered twice, counts once, with its latest total."""
    return _grown(graded, (_DAY, "lisbon"), (1, 900))


@correct(demand="docs/figures.md#deliveries come in any order")
def a_late_revision_does_not_win(graded: Graded) -> Result:
    """An order whose cancellation was delivered before its payment does not count."""
    return _grown(graded, (_DAY, "helsinki"), (0, 0))


@correct(demand="docs/figures.md#counts with a revenue of 0")
def vouchers_and_other_statuses(graded: Graded) -> Result:
    """An order paid with vouchers counts without revenue; an order with an unknown status does not count."""
    return _grown(graded, (_DAY, "austin"), (1, 0))


@correct(demand="docs/figures.md#there can be new shops")
def days_are_those_of_new_shops(graded: Graded) -> Result:
    """Orders from new shops on both sides of the date line count on their local days."""
    completed, grown = outcomes(graded).mixed, outcomes(graded).grown
    found = grown.get((_DAY, "honolulu")), grown.get((_NEXT, "apia"))
    return expect(
        completed.exit_code == 0 and found == ((1, 800), (1, 600)),
        f"{describe_end(completed)}; the new shops have {found}",
    )


@correct(demand="docs/figures.md#a later revision can correct it", required=True)
def an_order_moves_to_another_day(graded: Graded) -> Result:
    """After a revision moves an order to another day, the figures for both days are right."""
    outcome = outcomes(graded)
    completed = outcome.moved[0]
    return expect(
        completed.exit_code == 0 and not outcome.moved_fault,
        f"{describe_end(completed)}; {outcome.moved_fault or 'both days are right'}",
    )


def _grown(graded: Graded, pair: tuple[date, str], right: tuple[int, int]) -> Result:
    completed, grown = outcomes(graded).mixed, outcomes(graded).grown
    found = grown.get(pair, (0, 0))
    return expect(
        completed.exit_code == 0 and found == right,
        f"{describe_end(completed)}; {pair[1]} grew by {found} instead of {right}",
    )
