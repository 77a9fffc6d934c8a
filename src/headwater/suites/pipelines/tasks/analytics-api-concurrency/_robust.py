"""Robustness checks: a failing, hanging or unreachable ClickHouse, and clients that disconnect or send nothing."""

from __future__ import annotations

from _stage import describe_errors, scene

from headwater.grading import Graded, Result, expect, robust

# The documented limit is ten seconds; a busy machine may take longer.
_PATIENCE_SEC = 18


@robust(demand="docs/operations.md#get 503, with a header")
def a_failed_query_is_503_for_all(graded: Graded) -> Result:
    """If the query that eight requests share fails, all of them get 503 with a Retry-After header."""
    answers = scene(graded, "failures", "failing")["answers"]
    statuses = [answer["status"] for answer in answers]
    retry = all(str(answer["retry"] or "").strip().isdigit() for answer in answers)
    return expect(statuses == [503] * 8 and retry, f"statuses {statuses}, Retry-After: {'yes' if retry else 'no'}")


@robust(demand="docs/operations.md#errors are never")
def errors_are_not_kept(graded: Graded) -> Result:
    """The next request after a failed query is answered, because errors are not cached."""
    fault = describe_errors(graded, [scene(graded, "failures", "failing")["next"]])
    return expect(not fault, fault or "the next request is answered")


@robust(demand="docs/operations.md#clients go away")
def a_client_that_goes_away_harms_nobody(graded: Graded) -> Result:
    """If the client that triggered a query disconnects, other clients waiting for the query still get the answer."""
    observed = scene(graded, "failures", "gone")
    fault = describe_errors(graded, observed["answers"])
    return expect(not fault and observed["queries"] == 1, f"there were {observed['queries']} queries; {fault}")


@robust(demand="docs/operations.md#after ten seconds gets 503")
def a_query_that_hangs_is_given_up(graded: Graded) -> Result:
    """While ClickHouse hangs, six requests get 503 within the time limit; once it recovers, requests are answered."""
    observed = scene(graded, "failures", "stalled")
    statuses = [answer["status"] for answer in observed["answers"]]
    slowest = max(answer["seconds"] for answer in observed["answers"])
    fault = describe_errors(graded, [observed["next"]])
    return expect(
        statuses == [503] * 6 and slowest <= _PATIENCE_SEC and not fault,
        f"statuses {statuses}, the last after {slowest} s; {fault}",
    )


@robust(demand="docs/operations.md#keep nobody waiting")
def idle_connections_keep_nobody_waiting(graded: Graded) -> Result:
    """All requests are answered while sixty idle connections are open."""
    observed = scene(graded, "crowd", "idle")
    fault = describe_errors(graded, observed["answers"])
    return expect(
        observed["health"]["status"] == 200 and not fault, f"/health gets {observed['health']['status']}; {fault}"
    )


@robust(demand="docs/api.md#at once and always")
def health_answers_while_all_wait(graded: Graded) -> Result:
    """While eight requests wait for ClickHouse, /health answers without delay."""
    health = scene(graded, "crowd", "busy_health")
    return expect(
        health["status"] == 200 and health["seconds"] < 2.5 and health["body"] == {"status": "ok"},
        f"/health gets {health['status']} after {health['seconds']} s",
    )


@robust(demand="docs/operations.md#starts while clickhouse is away")
def it_starts_without_clickhouse(graded: Graded) -> Result:
    """Without ClickHouse, /health answers and a report gets 503; once ClickHouse is back, reports are answered."""
    without, after_restart = scene(graded, "failures", "without"), scene(graded, "failures", "back")
    statuses = (without["health"]["status"], without["answer"]["status"])
    fault = describe_errors(graded, [after_restart])
    return expect(statuses == (200, 503) and not fault, f"without ClickHouse {statuses}; then {fault or 'right'}")
