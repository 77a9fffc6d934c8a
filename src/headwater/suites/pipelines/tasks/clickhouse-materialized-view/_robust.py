"""Robustness checks: the numbers survive merges, small inserts, deployments and the deletion of old plays."""

from __future__ import annotations

from _numbers import FOUND, describe_errors, merge, message, of_day, rows, send

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/metrics.md#deleted after a month")
def old_plays_are_deleted(graded: Graded) -> Result:
    """The numbers do not change when the plays from the oldest days are deleted."""
    with graded.copy() as copy:
        before = rows(copy.clickhouse.query(FOUND))
        for day in range(1, 13):
            copy.clickhouse.execute(f"alter table content.plays drop partition 202605{day:02}")
        fault = describe_errors(graded, copy, before)
    return expect(not fault, f"after twelve days of plays were deleted: {fault or 'all numbers are unchanged'}")


@robust(demand="docs/metrics.md#is kept for ever")
def all_plays_are_deleted_and_new_ones_come(graded: Graded) -> Result:
    """Existing numbers do not change when all plays are deleted and plays of a new video arrive."""
    with graded.copy() as copy:
        right = rows(copy.clickhouse.query(FOUND))
        copy.clickhouse.execute("truncate table content.plays")
        send(copy, *(message(number, 30 + number, video=9004, viewer=number) for number in range(1, 6)))
        new = of_day(copy, 9004, 30)
        remaining_rows = [row for row in rows(copy.clickhouse.query(FOUND)) if row[1] != 9004]
    return expect(
        remaining_rows == right and new == [(5, 5, 165)],
        f"after plays were replaced, {len(remaining_rows)} of {len(right)} rows are left; the new video has {new}",
    )


@robust(demand="docs/metrics.md#all numbers are exact")
def merges_change_nothing(graded: Graded) -> Result:
    """The numbers are correct after several inserts about the same plays and a merge of all parts."""
    with graded.copy() as copy:
        for watched in (2, 45, 20):
            send(copy, *(message(number, watched, video=600 + number % 300, viewer=number) for number in range(3000)))
        merge(copy)
        fault = describe_errors(graded, copy)
    return expect(not fault, f"after merges: {fault or 'every number is right'}")


@robust(demand="docs/metrics.md#some twice")
def messages_come_in_small_inserts(graded: Graded) -> Result:
    """The numbers are correct after 120 small inserts of unordered and repeated messages, with merges in between."""
    with graded.copy() as copy:
        for step in range(120):
            plays = [(step * 7 + number * 11) % 40 for number in range(4)]
            send(
                copy,
                *(message(play, (step * 37 + play) % 200, video=800 + play % 3, viewer=play // 2) for play in plays),
            )
            if step % 60 == 59:
                merge(copy)
        repeated_plays = copy.clickhouse.query("select * from content.plays order by play_id limit 3000")
        send(copy, *repeated_plays)
        merge(copy)
        fault = describe_errors(graded, copy)
    return expect(not fault, f"after small inserts: {fault or 'every number is right'}")


@robust(demand="docs/runbook.md#each deployment does")
def a_deployment_changes_nothing(graded: Graded) -> Result:
    """Running apply.py twice between messages about the same plays neither loses nor duplicates a play."""
    with graded.copy() as copy:
        send(copy, *(message(number, 20, viewer=number) for number in range(500)))
        codes = [copy.run().exit_code, copy.run().exit_code]
        send(copy, *(message(number, 50, viewer=number) for number in range(250, 800)))
        fault = describe_errors(graded, copy)
    return expect(codes == [0, 0] and not fault, f"apply.py exited with {codes}; {fault or 'every number is right'}")
