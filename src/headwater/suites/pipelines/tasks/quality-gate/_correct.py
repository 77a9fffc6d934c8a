"""Correct: each rule is applied as it is written, and no batch is judged again that should not be."""

from __future__ import annotations

from _quality import accepted, difference, found, kept, wanted

from headwater.grading import Graded, Result, correct, expect


def _by(graded: Graded, rule: str) -> Result:
    fault = difference(found(graded), wanted(graded), rule)
    return expect(not fault, fault or f"{len(wanted(graded))} batches have the right result")


@correct(demand="docs/rules.md#identity")
def missing_ids_are_found(graded: Graded) -> Result:
    """Blanks and placeholder words do not count as ids."""
    return _by(graded, "identity")


@correct(demand="docs/rules.md#duplicates")
def duplicates_are_found(graded: Graded) -> Result:
    """Lines are duplicates if their id is in the batch twice or in an accepted batch of the week before."""
    return _by(graded, "duplicates")


@correct(demand="docs/rules.md#schema")
def breaches_of_contracts_are_found(graded: Graded) -> Result:
    """Each line is checked against the contract of its hour."""
    return _by(graded, "schema")


@correct(demand="docs/rules.md#freshness")
def stale_lines_are_found(graded: Graded) -> Result:
    """The age of lines is measured from the delivery, between moments with an offset."""
    return _by(graded, "freshness")


@correct(demand="docs/rules.md#volume")
def unusual_sizes_are_found(graded: Graded) -> Result:
    """Sizes are compared with accepted batches of the same hour on the days before."""
    return _by(graded, "volume")


@correct(demand="docs/rules.md")
def incomplete_batches_are_found(graded: Graded) -> Result:
    """Too many lines are reported like too few."""
    return _by(graded, "completeness")


@correct(demand="prompt#older")
def older_results_stay(graded: Graded) -> Result:
    """The results of batches before the release are as they were, with the time of their judgement."""
    sql = """
        select batch_id, toString(rule), toString(status), violations, lines, first_line, toUnixTimestamp(judged_at)
        from quality.results
    """
    before = {row for row in graded.starting.clickhouse.query(sql) if row[0] in kept(graded)}
    after = [row for row in graded.clickhouse.query(sql) if row[0] in kept(graded)]
    return expect(
        len(after) == len(before) and set(after) == before,
        f"of {len(before)} results before the release {len(before - set(after))} are gone or others",
    )


@correct(demand="tickets/QA-118.md#accepted by hand")
def what_was_accepted_by_hand_stays_accepted(graded: Graded) -> Result:
    """Older batches that were accepted by hand in spite of violations stay accepted, and refused ones stay refused."""
    mine = {batch: results for batch, results in found(graded).items() if batch in kept(graded)}
    other = accepted(kept(graded)) ^ accepted(mine)
    return expect(
        not other and mine, f"{len(other)} batches before the release are judged otherwise: {sorted(other)[:3]}"
    )
