"""Functional checks: the days since the incident are right, new orders are loaded, and the status confirms it."""

from __future__ import annotations

from datetime import date

from _sales import at_the_start, describe_end, last_line, shipped_query, stored_figures
from _scenarios import outcomes, quiet_runs

from headwater.grading import Graded, Result, expect, functional


@functional(demand="queries/week.sql")
def the_week_of_the_incident_is_right(graded: Graded) -> Result:
    """The dashboard for all shops shows the right orders and revenue for the week of the incident."""
    found = [(row[0], int(row[1]), int(row[2])) for row in graded.clickhouse.query(shipped_query(graded, "week"))]
    days = [date(2026, 11, 9 + n) for n in range(7)]
    figures = at_the_start(graded)
    right = [
        (day, *(sum(value[n] for (of, _), value in figures.items() if of == day) for n in range(2))) for day in days
    ]
    return expect(found == right, f"the week shows {found[:2]} instead of {right[:2]}")


@functional(demand="queries/shop_year.sql")
def the_months_of_a_shop_are_right(graded: Graded) -> Result:
    """The dashboard for the Auckland shop shows all months, including those before September."""
    found = [(row[0], int(row[1]), int(row[2])) for row in graded.clickhouse.query(shipped_query(graded, "shop_year"))]
    figures = {pair: value for pair, value in stored_figures(graded.starting).items() if pair[0] < date(2026, 9, 21)}
    totals: dict[date, list[int]] = {}
    for (day, shop), value in (figures | at_the_start(graded)).items():
        if shop == "auckland":
            total = totals.setdefault(day.replace(day=1), [0, 0])
            total[0], total[1] = total[0] + value[0], total[1] + value[1]
    right = [(month, *total) for month, total in sorted(totals.items())]
    return expect(found == right, f"the months show {found[-2:]} instead of {right[-2:]}")


@functional(demand="docs/incident.md#this time nobody touches it", required=True)
def the_last_days_are_there(graded: Graded) -> Result:
    """The figures for each shop include all orders since the day on which the pipeline stopped."""
    found = {pair: value[0] for pair, value in stored_figures(graded).items() if pair[0] >= date(2026, 11, 16)}
    right = {pair: value[0] for pair, value in at_the_start(graded).items() if pair[0] >= date(2026, 11, 16)}
    return expect(found == right, f"since 16 November there are {sum(found.values())} of {sum(right.values())} orders")


@functional(demand="docs/oncall.md#after the next run that ends well")
def a_new_order_arrives(graded: Graded) -> Result:
    """A run adds a new order to its day."""
    outcome = outcomes(graded)
    grown = outcome.grown.get((date(2026, 11, 20), "lisbon"), (0, 0))
    return expect(
        outcome.mixed.exit_code == 0 and grown == (1, 4321), f"{describe_end(outcome.mixed)}; the day grew by {grown}"
    )


@functional(demand="docs/oncall.md#it was promised with version 2")
def days_can_be_recomputed(graded: Graded) -> Result:
    """The option --days works, and does not change figures that are already right."""
    outcome = quiet_runs(graded)
    return expect(
        outcome.days.exit_code == 0 and not outcome.days_changed and last_line(outcome.days) == "changed=0",
        f"{describe_end(outcome.days)} and printed {last_line(outcome.days)!r}; "
        f"changed figures: {outcome.days_changed or 'none'}",
    )


@functional(demand="docs/oncall.md#it prints `ok`")
def the_status_is_fine_when_all_is(graded: Graded) -> Result:
    """In the agent's final state, status.py reports that all figures are right."""
    completed = quiet_runs(graded).status
    return expect(
        (completed.exit_code, completed.stdout.strip()) == (0, "ok"),
        f"status.py exited with {completed.exit_code} and printed {completed.stdout.strip()[:200]!r}",
    )
