"""Functional checks: every batch has results, and invalid batches, old and new, are refused."""

from __future__ import annotations

from _days import BAD, GOOD, evening
from _quality import RULES, accepted_batches, describe_end, expected_results, final_results

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="docs/rules.md")
def each_batch_has_six_results(graded: Graded) -> Result:
    """Each delivered batch has one result per rule."""
    sql = "select batch_id from feeds.batches where delivered_at is not null"
    without = [
        batch
        for (batch,) in graded.starting.postgres.query(sql)
        if set(final_results(graded).get(batch, ())) != set(RULES)
    ]
    return expect(not without, f"{len(without)} batches lack the result of a rule, such as {without[:3]}")


@functional(demand="docs/rules.md#identity")
def lines_without_an_id_are_counted(graded: Graded) -> Result:
    """The reported number of lines without an event id since the release is right."""
    counted = sum(
        final_results(graded).get(batch, {}).get("identity", ("", 0))[1] for batch in expected_results(graded)
    )
    return expect_equal(
        counted,
        sum(each["identity"][1] for each in expected_results(graded).values()),
        "the number of lines without an id",
    )


@functional(demand="loader/accepted.sql")
def the_loader_takes_the_right_number(graded: Graded) -> Result:
    """The loader's query finds the right number of accepted batches since the release."""
    accepted_rows = graded.clickhouse.query(graded.workspace.shipped_text("loader/accepted.sql") or "")
    taken_since = [batch for (batch,) in accepted_rows if batch in expected_results(graded)]
    return expect_equal(
        len(taken_since),
        len(accepted_batches(expected_results(graded))),
        "the number of accepted batches since the release",
    )


@functional(demand="prompt")
def a_good_batch_is_accepted(graded: Graded) -> Result:
    """A new batch without errors gets six results, none of which is `fail`."""
    run = evening(graded).first
    return expect(
        run.found.get(GOOD) == run.expected[GOOD],
        f"{describe_end(run.completed)}; a valid batch got {run.found.get(GOOD)}",
    )


@functional(demand="docs/rules.md#identity")
def a_bad_batch_is_refused(graded: Graded) -> Result:
    """A new batch with a line that lacks an id is refused under the rule for missing ids."""
    run = evening(graded).first
    got = run.found.get(BAD, {}).get("identity")
    return expect(
        got == run.expected[BAD]["identity"],
        f"{describe_end(run.completed)}; a batch with a line without an id got {got}",
    )
