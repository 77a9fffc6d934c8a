"""Functional checks: each page agrees with Postgres, and changes are loaded."""

from __future__ import annotations

from _days import days
from _insights import MONTH, SMALL, describe_end, fault

from headwater.grading import Graded, Result, expect, functional


def _is_right(graded: Graded, page: str) -> Result:
    mismatch = fault(graded.server, graded.starting, page, SMALL, *MONTH)
    return expect(not mismatch, mismatch or "the page is right")


@functional(demand="docs/api.md")
def top_episodes_are_there(graded: Graded) -> Result:
    """The page with a show's top episodes in February is right."""
    return _is_right(graded, "top")


@functional(demand="docs/api.md")
def the_funnel_is_there(graded: Graded) -> Result:
    """The page with a show's funnel in February is right."""
    return _is_right(graded, "funnel")


@functional(demand="docs/api.md")
def hours_are_there(graded: Graded) -> Result:
    """The page with a show's hours in February is right."""
    return _is_right(graded, "hourly")


@functional(demand="docs/api.md")
def health_is_there(graded: Graded) -> Result:
    """`/health` and a page with figures both answer."""
    answer = graded.server.get("/health")
    mismatch = fault(graded.server, graded.starting, "funnel", SMALL, "2026-03-01", "2026-04-01")
    return expect(
        answer.status == 200 and answer.json == {"status": "ok"} and not mismatch,
        f"health is {answer.status}; {mismatch}",
    )


@functional(demand="prompt")
def news_arrives(graded: Graded) -> Result:
    """After a run, new plays are in the funnel, without a restart of the server."""
    outcome = days(graded)
    good = outcome.idle.completed.exit_code == 0 and not outcome.funnel_fault
    return expect(good, f"{describe_end(outcome.idle.completed)}; {outcome.funnel_fault or 'the play is counted'}")
