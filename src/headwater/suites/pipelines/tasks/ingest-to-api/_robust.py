"""Robustness checks: continued plays, late commits, departing listeners and invalid requests."""

from __future__ import annotations

from _days import days
from _insights import LARGEST, MONTH, SMALL, excerpt, fault, funnel, path

from headwater.grading import Graded, Result, expect, robust

_GOOD = f"show={SMALL}&from=2026-02-01&to=2026-02-08"
_SENSELESS = (
    "/api/top",
    "/api/top?show=12&from=2026-02-01",
    "/api/top?show=&from=2026-02-01&to=2026-02-08",
    "/api/top?show=twelve&from=2026-02-01&to=2026-02-08",
    "/api/top?show=-1&from=2026-02-01&to=2026-02-08",
    "/api/top?show=12&from=2026-02-30&to=2026-03-08",
    "/api/top?show=12&from=yesterday&to=2026-03-08",
    "/api/top?show=12&from=2026-03-08&to=2026-03-08",
    "/api/top?show=12&from=2026-03-08&to=2026-03-01",
    f"/api/top?{_GOOD}&limit=0",
    f"/api/top?{_GOOD}&limit=101",
    f"/api/top?{_GOOD}&limit=ten",
    f"/api/top?{_GOOD}&show=13",
    f"/api/top?{_GOOD}&page=2",
    f"/api/funnel?{_GOOD}&limit=5",
    "/api/hourly?show=12&from=2026-02-01&to=2026-03-05",
    "/api/funnel?show=12'%20or%201=1&from=2026-02-01&to=2026-02-08",
)


@robust(demand="docs/plays.md#changed while it goes on")
def plays_go_on(graded: Graded) -> Result:
    """If an existing play continues, it counts once, with its new position."""
    run = days(graded).fresh
    return expect(run.is_good, run.message)


@robust(demand="docs/plays.md#transactions last up to five minutes")
def late_transactions_are_not_lost(graded: Graded) -> Result:
    """Rows are loaded even if they become visible with an earlier `updated_at` than rows already loaded."""
    run = days(graded).late
    return expect(run.is_good, run.message)


@robust(demand="docs/plays.md#counts nowhere from then on")
def who_leaves_counts_nowhere(graded: Graded) -> Result:
    """After a run, listeners who left or were marked as bots do not count, and those who returned count again."""
    run = days(graded).departures
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#the next run makes up for it")
def failed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs that could not reach a database, the next run loads the pending changes."""
    outcome = days(graded)
    codes = {name: completed.exit_code for name, completed in outcome.failed.items()}
    return expect(
        set(codes.values()) == {1} and outcome.idle.is_good,
        f"runs without a database exited with {codes}; after the next one: {outcome.idle.message}",
    )


@robust(demand="docs/api.md#makes no sense")
def senseless_requests_are_refused(graded: Graded) -> Result:
    """Missing, unknown, repeated and out-of-range parameters get a 400 with a message."""
    wrong = []
    for target in _SENSELESS:
        answer = graded.server.get(target)
        if answer.status != 400 or not isinstance(answer.json, dict) or not isinstance(answer.json.get("error"), str):
            wrong.append(f"{target} is {excerpt(answer)}")
    return expect(not wrong, f"{len(wrong)} of {len(_SENSELESS)} are not rejected: {wrong[:2]}")


@robust(demand="docs/api.md#errors")
def other_pages_are_not_there(graded: Graded) -> Result:
    """An unknown page gets a 404 in JSON; an unknown show has no plays."""
    answers = [graded.server.get(target) for target in ("/", "/api", "/favicon.ico", f"/api/top/?{_GOOD}")]
    wrong = [excerpt(each) for each in answers if each.status != 404 or not isinstance(each.json, dict)]
    nobody = fault(graded.server, graded.starting, "funnel", 4_000_000, *MONTH)
    return expect(not wrong and not nobody, f"not 404 in JSON: {wrong[:2] or 'none'}; {nobody}")


@robust(demand="docs/operations.md#a dozen at a time")
def a_dozen_ask_at_once(graded: Graded) -> Result:
    """Each of twelve concurrent callers gets the page for their own show."""
    shows = [show for show in range(1, 14) if show != LARGEST]
    answers = graded.server.get_all([path("funnel", show, *MONTH) for show in shows * 2], at_once=12)
    right = {show: funnel(graded.starting, show, *MONTH) for show in shows}
    wrong = [excerpt(each) for show, each in zip(shows * 2, answers, strict=True) if each.json != right[show]]
    return expect(not wrong, f"{len(wrong)} of {len(answers)} answers are wrong: {wrong[:1]}")
