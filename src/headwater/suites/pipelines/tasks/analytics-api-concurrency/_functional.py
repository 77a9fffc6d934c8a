"""Functional checks: each concurrent request gets its own figures."""

from __future__ import annotations

from _stage import describe_errors, scene, truth

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/api.md#the advertiser is the one of the token")
def many_advertisers_get_their_own_figures(graded: Graded) -> Result:
    """Thirty advertisers who send requests at the same time each get their own campaigns."""
    fault = describe_errors(graded, scene(graded, "crowd", "many")["answers"])
    return expect(not fault, fault or "all answers are right")


@functional(demand="docs/operations.md#different questions do run at the same time")
def one_advertiser_gets_several_periods(graded: Graded) -> Result:
    """Twelve concurrent requests from one advertiser for different periods all get the right answers."""
    fault = describe_errors(graded, scene(graded, "crowd", "periods")["answers"])
    return expect(not fault, fault or "all answers are right")


@functional(demand="docs/api.md#the API")
def one_after_the_other_is_right(graded: Graded) -> Result:
    """Sequential requests get the right answers, which include the first and last days of the period."""
    fault = describe_errors(graded, scene(graded, "crowd", "sequence")["answers"])
    return expect(not fault, fault or "all answers are right")


@functional(demand="docs/operations.md#requests for the same question")
def many_get_the_same_figures(graded: Graded) -> Result:
    """Thirty requests for the same long period get the same right answer."""
    fault = describe_errors(graded, scene(graded, "crowd", "same")["answers"])
    return expect(not fault, fault or "all answers are right")


@functional(demand="docs/api.md#content-type: application/json")
def answers_are_json(graded: Graded) -> Result:
    """Every response is JSON with the matching content type, and errors have a message."""
    answers = [*scene(graded, "crowd", "sequence")["answers"], *scene(graded, "crowd", "bad")]
    other = [a for a in answers if not a["kind"].startswith("application/json") or not isinstance(a["body"], dict)]
    errors = [a for a in answers if a["status"] != 200]
    unnamed = [a for a in errors if not isinstance(a["body"], dict) or list(a["body"]) != ["error"]]
    return expect(
        not other and bool(errors) and not unnamed,
        f"{len(other)} answers of {len(answers)} are not JSON; {len(unnamed)} of {len(errors)} errors have no message",
    )


@functional(demand="docs/api.md#can be empty")
def nothing_is_an_answer(graded: Graded) -> Result:
    """For an advertiser or period without events, the list of campaigns is empty and the totals are zero."""
    answers = scene(graded, "crowd", "empty")
    fault = describe_errors(graded, answers)
    empty = truth(graded, 41, "2026-10-01", "2026-10-02")["campaigns"] == []
    return expect(not fault and empty, fault or "both answers are empty")
