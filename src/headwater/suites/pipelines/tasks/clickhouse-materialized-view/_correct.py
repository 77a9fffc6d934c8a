"""Correctness checks: the numbers for all days are exact."""

from __future__ import annotations

from _numbers import MAY, Row, before_may, difference, final_rows, message, of_day, query_of, send, since_may

from headwater.grading import Graded, Result, correct, expect, expect_equal


def _column(rows: list[Row], place: int) -> dict[tuple[object, int], int]:
    return {row[:2]: row[place] for row in rows if row[0] >= MAY and row[place]}


def _compare(graded: Graded, place: int, what: str) -> Result:
    actual, right = _column(final_rows(graded), place), _column(since_may(graded), place)
    other = sum(1 for key in actual.keys() | right.keys() if actual.get(key) != right.get(key))
    sums = f"{sum(actual.values())} instead of {sum(right.values())} together"
    return expect(
        actual == right, f"{what} are wrong for {other} of {len(right)} pairs of video and day since May; {sums}"
    )


@correct(demand="docs/metrics.md#at least three seconds")
def plays_are_exact(graded: Graded) -> Result:
    """The number of plays per video and day since May is exact: each play counts once, if it is long enough."""
    return _compare(graded, 2, "plays")


@correct(demand="docs/metrics.md#different signed-in people")
def viewers_are_exact(graded: Graded) -> Result:
    """The number of viewers per video and day since May is exact: it counts distinct signed-in viewers."""
    return _compare(graded, 3, "viewers")


@correct(demand="docs/metrics.md#the largest of its messages")
def seconds_are_exact(graded: Graded) -> Result:
    """The seconds per video and day since May are exact: each play counts with its maximum."""
    return _compare(graded, 4, "seconds")


@correct(demand="docs/metrics.md#they can never be computed again")
def days_before_may_are_kept(graded: Graded) -> Result:
    """Days whose plays have been deleted keep the nightly job's numbers."""
    fault = difference([row for row in final_rows(graded) if row[0] < MAY], before_may(graded))
    return expect(not fault, fault or "the days before May are unchanged")


@correct(demand="docs/metrics.md#lacks the late plays")
def first_days_of_may_have_their_late_plays(graded: Graded) -> Result:
    """The days from 1 to 10 May are computed from the plays, not taken from the nightly job."""
    actual = [row for row in final_rows(graded) if row[0] >= MAY and row[0].day <= 10 and row[2]]
    fault = difference(actual, [row for row in since_may(graded) if row[0].day <= 10])
    return expect(not fault, fault or "the first days of May have all plays")


@correct(demand="queries/year.sql")
def the_chart_of_the_year_is_right(graded: Graded) -> Result:
    """Plays and hours per month are the sums over the month's days."""
    months: dict[object, list[int]] = {}
    for row in (*before_may(graded), *since_may(graded)):
        sums = months.setdefault(row[0].replace(day=1), [0, 0])
        sums[0], sums[1] = sums[0] + row[2], sums[1] + row[4]
    expected = [(month, plays, seconds) for month, (plays, seconds) in sorted(months.items(), key=str)]
    answer = graded.clickhouse.query(query_of(graded, "year"))
    right = len(answer) == len(expected) and all(
        a[:2] == w[:2] and abs(a[2] - w[2] / 3600) <= 1 for a, w in zip(answer, expected, strict=True)
    )
    return expect(
        right, f"the chart shows {answer}; it should show {[(m, p, round(s / 3600)) for m, p, s in expected]}"
    )


@correct(demand="docs/metrics.md#one row for each video and day")
def one_row_for_a_video_and_a_day(graded: Graded) -> Result:
    """No video has two rows for a day, or a row for a day without plays."""
    rows = final_rows(graded)
    duplicates, empty = len(rows) - len({row[:2] for row in rows}), sum(1 for row in rows if not row[2])
    return expect(
        bool(rows) and not duplicates and not empty,
        f"of {len(rows)} rows, {duplicates} are duplicates and {empty} have no plays",
    )


@correct(demand="docs/metrics.md#so far")
def a_play_grows_as_its_messages_come(graded: Graded) -> Result:
    """A play's messages arrive in any order; the play counts from three seconds on, with its maximum."""
    states = []
    with graded.copy() as copy:
        for watched in (1, 2, 60, 30, 90, 90, 2):
            send(copy, message(1, watched, video=9002, viewer=7))
            states.append(of_day(copy, 9002, 30))
    expected = [[], [], *([(1, 1, seconds)] for seconds in (60, 60, 90, 90, 90))]
    return expect_equal(states, expected, "plays, viewers and seconds after each message")


@correct(demand="docs/metrics.md#whenever we heard of it")
def a_late_play_belongs_to_its_day(graded: Graded) -> Result:
    """Plays that arrive six days late, signed in or not, count on the day they began."""
    with graded.copy() as copy:
        send(copy, message(1, 44, video=9003, day=24, heard_days_later=6), message(2, 5, video=9003, viewer=3, day=24))
        days = {day: of_day(copy, 9003, day) for day in (24, 30)}
    return expect_equal(days, {24: [(2, 1, 49)], 30: []}, "plays, viewers and seconds by day")
