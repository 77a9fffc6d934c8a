"""Correctness checks: the pages of every show are exact, including time limits and excluded listeners."""

from __future__ import annotations

from _insights import ALL, EDGES, LARGEST, MONTH, SMALL, fault

from headwater.grading import Graded, Result, correct, expect


def _are_right(graded: Graded, page: str, *requests: tuple[int, str, str], **more: int) -> Result:
    found = [
        message
        for show, first, last in requests
        if (message := fault(graded.server, graded.starting, page, show, first, last, **more))
    ]
    return expect(not found, f"{len(found)} of {len(requests)} answers are wrong: {found[:1] or 'none'}")


@correct(demand="docs/api.md")
def top_of_all_shows_is_right(graded: Graded) -> Result:
    """The top episodes are right for each show over all time, and for the largest show over a week."""
    requests = [(show, *ALL) for show in range(1, 31)]
    return _are_right(graded, "top", *requests, (LARGEST, "2026-02-10", "2026-02-17"))


@correct(demand="docs/plays.md#listeners are counted once")
def funnels_of_all_shows_are_right(graded: Graded) -> Result:
    """The funnel is right for each show over all time, and for the largest show over a month."""
    return _are_right(graded, "funnel", *((show, *ALL) for show in range(1, 31)), (LARGEST, *MONTH))


@correct(demand="docs/api.md#every hour from")
def hours_of_shows_are_right(graded: Graded) -> Result:
    """The hours page is right for several shows, including for days after the last play."""
    requests = [(show, "2026-03-01", "2026-04-01") for show in range(1, 31, 6)]
    return _are_right(graded, "hourly", *requests, (LARGEST, *MONTH), (SMALL, "2026-05-01", "2026-05-03"))


@correct(demand="docs/plays.md#both exact")
def half_and_end_are_exact(graded: Graded) -> Result:
    """Listeners reach half and 95 % of an episode at exactly the right second, and not one second earlier."""
    return _are_right(graded, "funnel", (EDGES, *ALL), (EDGES, "2026-03-11", "2026-03-12"))


@correct(demand="docs/plays.md#30 or more")
def plays_count_from_thirty_seconds(graded: Graded) -> Result:
    """A play counts from the thirtieth second on."""
    results = [
        _are_right(graded, "top", (EDGES, *ALL)),
        _are_right(graded, "hourly", (EDGES, "2026-03-10", "2026-03-12")),
    ]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@correct(demand="docs/api.md#before `to`")
def days_begin_and_end_where_they_should(graded: Graded) -> Result:
    """A play at midnight belongs to the new day, and one that starts a millisecond earlier to the old day."""
    requests = [
        (EDGES, "2026-03-10", "2026-03-11"),
        (EDGES, "2026-03-11", "2026-03-12"),
        (EDGES, "2026-03-09", "2026-03-10"),
    ]
    results = [_are_right(graded, page, *requests) for page in ("funnel", "top", "hourly")]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@correct(demand="docs/api.md#at most `limit`")
def limits_hold(graded: Graded) -> Result:
    """The limit applies after sorting, and tied episodes are sorted by episode number."""
    results = [
        _are_right(graded, "top", (SMALL, "2026-02-03", "2026-02-05"), (EDGES, *ALL), limit=limit)
        for limit in (1, 3, 100)
    ]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))
