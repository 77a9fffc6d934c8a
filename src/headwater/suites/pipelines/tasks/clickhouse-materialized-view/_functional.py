"""Functional checks: the pages have numbers, plays are counted on arrival, and a new server can be set up."""

from __future__ import annotations

from _numbers import FOUND, message, of_day, query_of, rows, send, since_may

from headwater.grading import Graded, Result, expect, expect_equal, functional

PAGES = ("creator", "top", "channel", "year")
EMPTY_VIDEO = 9001


@functional(demand="queries/creator.sql")
def pages_have_rows(graded: Graded) -> Result:
    """The queries behind the pages return rows, some of which have plays."""
    answers = {name: graded.clickhouse.query(query_of(graded, name)) for name in PAGES}
    plays = {name: sum(int(row[1]) for row in answer) for name, answer in answers.items()}
    return expect(all(plays.values()), f"plays on the pages: {plays}")


@functional(demand="docs/metrics.md#where-they-come-from")
def plays_of_the_last_days_are_counted(graded: Graded) -> Result:
    """The total number of plays since 11 May is right."""
    counted = graded.clickhouse.scalar("select sum(plays) from analytics.video_day where day >= '2026-05-11'")
    right = sum(row[2] for row in since_may(graded) if row[0].day >= 11)
    return expect_equal(counted, right, "plays since 11 May")


@functional(demand="docs/metrics.md#as soon as its message")
def a_play_shows_at_once(graded: Graded) -> Result:
    """The first play of a video is on its page immediately after the insert."""
    with graded.copy() as copy:
        send(copy, message(1, 75, video=EMPTY_VIDEO, viewer=12))
        return expect_equal(of_day(copy, EMPTY_VIDEO, 30), [(1, 1, 75)], "plays, viewers and seconds after a play")


@functional(demand="docs/metrics.md#in any order")
def plays_are_added_to_those_that_are_there(graded: Graded) -> Result:
    """Forty new plays of a video with existing plays add forty to its play count."""
    with graded.copy() as copy:
        before = sum(row[0] for row in of_day(copy, 731, 30))
        send(copy, *(message(number, 40, viewer=number) for number in range(1, 41)))
        after = sum(row[0] for row in of_day(copy, 731, 30))
    return expect(after - before == 40, f"40 new plays add {after - before} to the number")


@functional(demand="docs/runbook.md#a-new-server")
def a_new_server_can_be_made(graded: Graded) -> Result:
    """On an empty server, apply.py creates the tables and views that count plays."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;\ndrop database content")
        completed = copy.run()
        if completed.exit_code == 0:
            send(copy, message(1, 75, viewer=12), message(2, 20, viewer=12), message(3, 1), message(4, 30, day=29))
        found = rows(copy.clickhouse.query(FOUND)) if completed.exit_code == 0 else []
    expected = [(1, 0, 30), (2, 1, 95)]
    return expect(
        [row[2:] for row in found] == expected,
        f"on an empty server apply.py exited with {completed.exit_code}; "
        f"the numbers of three plays are {found} {completed.last_line}",
    )
