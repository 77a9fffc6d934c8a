"""Correctness checks: advertisers see only their own figures, totals are right, and answers are up to date."""

from __future__ import annotations

from _stage import scene, truth

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/api.md#nobody ever")
def nobody_sees_anything_of_others(graded: Graded) -> Result:
    """No answer contains the figures of another advertiser."""
    answers = [a for name in ("many", "periods", "idle") for a in scene(graded, "crowd", name)["answers"]]
    foreign = []
    for answer in answers:
        body, advertiser = answer["body"], answer["asked"][0]
        if answer["status"] != 200 or not isinstance(body, dict):
            continue
        names = [str(line.get("campaign", "")) for line in body.get("campaigns", [])]
        if body.get("advertiser") != advertiser or any(name.split("-")[1:2] != [str(advertiser)] for name in names):
            foreign.append(answer["asked"])
    served = sum(answer["status"] == 200 for answer in answers)
    return expect(
        not foreign and served > 0, f"{served} answers, {len(foreign)} with figures of other advertisers: {foreign[:2]}"
    )


@correct(demand="docs/api.md#with an unknown one")
def answers_that_are_kept_are_for_their_advertiser(graded: Graded) -> Result:
    """A request with another token, or without one, does not get the figures cached for an earlier advertiser."""
    unknown, none, other = scene(graded, "crowd", "fresh")["foreign"]
    right = truth(graded, 8, "2026-11-01", "2026-11-30")
    return expect(
        (none["status"], unknown["status"], other["status"]) == (401, 401, 200) and other["body"] == right,
        f"without a token, with an unknown token and with another advertiser's token: statuses "
        f"{none['status']}, {unknown['status']}, {other['status']}; the other advertiser gets "
        f"{'its own' if other['body'] == right else 'wrong'} figures",
    )


@correct(demand="docs/api.md#also")
def totals_are_sums_while_events_come(graded: Graded) -> Result:
    """Each total is the sum over the listed campaigns, even while events are being inserted."""
    answers = scene(graded, "crowd", "live")["answers"]
    other = []
    for answer in answers:
        body = answer["body"] if answer["status"] == 200 and isinstance(answer["body"], dict) else {}
        lines, total = body.get("campaigns", []), body.get("total", {})
        sums = {name: sum(line[name] for line in lines) for name in ("impressions", "clicks", "spend_micros")}
        if not lines or total != sums:
            other.append(answer["asked"])
    return expect(not other, f"{len(other)} of {len(answers)} totals are not the sum of their lines")


@correct(demand="docs/operations.md#for none that arrive later")
def answers_do_not_get_old(graded: Graded) -> Result:
    """The answer to a request includes a click that was inserted more than five seconds earlier."""
    observed = scene(graded, "crowd", "fresh")
    assert observed["first"]["status"] == observed["later"]["status"] == 200, "the report was not returned"
    before, after = (observed[name]["body"]["total"] for name in ("first", "later"))
    grown = (after["clicks"] - before["clicks"], after["spend_micros"] - before["spend_micros"])
    return expect(grown == (1, 5_000_000), f"the total grew by {grown}")


@correct(demand="docs/api.md#is answered with 400")
def questions_that_are_none_get_400(graded: Graded) -> Result:
    """Missing and invalid dates, and dates in the wrong order, get 400; unknown paths get 404."""
    statuses = [answer["status"] for answer in scene(graded, "crowd", "bad")]
    return expect(statuses == [400, 400, 400, 400, 404], f"statuses are {statuses}")
