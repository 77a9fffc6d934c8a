"""Correctness checks: each rule is applied as documented, and batches from before the release are not judged again."""

from __future__ import annotations

from _quality import accepted_batches, difference, expected_results, final_results, results_before_release

from headwater.grading import Graded, Result, correct, expect


def _by(graded: Graded, rule: str) -> Result:
    fault = difference(final_results(graded), expected_results(graded), rule)
    return expect(not fault, fault or f"{len(expected_results(graded))} batches have the right result")


@correct(demand="docs/rules.md#identity")
def missing_ids_are_found(graded: Graded) -> Result:
    """Blank ids and placeholder words count as missing ids."""
    return _by(graded, "identity")


@correct(demand="docs/rules.md#duplicates")
def duplicates_are_found(graded: Graded) -> Result:
    """A line is a duplicate if its id occurred earlier in the batch, or in an accepted batch from the week before."""
    return _by(graded, "duplicates")


@correct(demand="docs/rules.md#schema")
def breaches_of_contracts_are_found(graded: Graded) -> Result:
    """Each line is checked against the contract for the hour of its batch."""
    return _by(graded, "schema")


@correct(demand="docs/rules.md#freshness")
def stale_lines_are_found(graded: Graded) -> Result:
    """The age of a line is measured at delivery, and only times with an offset are valid."""
    return _by(graded, "freshness")


@correct(demand="docs/rules.md#volume")
def unusual_sizes_are_found(graded: Graded) -> Result:
    """The size of a batch is compared with accepted batches for the same hour on the days before."""
    return _by(graded, "volume")


@correct(demand="docs/rules.md")
def incomplete_batches_are_found(graded: Graded) -> Result:
    """Batches with too many lines are reported, like those with too few."""
    return _by(graded, "completeness")


@correct(demand="prompt#older")
def older_results_stay(graded: Graded) -> Result:
    """The results for batches from before the release are unchanged, including their time."""
    sql = """
        select batch_id, toString(rule), toString(status), violations, lines, first_line, toUnixTimestamp(judged_at)
        from quality.results
    """
    before = {row for row in graded.starting.clickhouse.query(sql) if row[0] in results_before_release(graded)}
    after = [row for row in graded.clickhouse.query(sql) if row[0] in results_before_release(graded)]
    return expect(
        len(after) == len(before) and set(after) == before,
        f"of {len(before)} results before the release, {len(before - set(after))} are missing or changed",
    )


@correct(demand="tickets/QA-118.md#accepted by hand")
def what_was_accepted_by_hand_stays_accepted(graded: Graded) -> Result:
    """Older batches that were accepted by hand despite violations stay accepted, and refused ones stay refused."""
    earlier_results = {
        batch: results for batch, results in final_results(graded).items() if batch in results_before_release(graded)
    }
    other = accepted_batches(results_before_release(graded)) ^ accepted_batches(earlier_results)
    return expect(
        not other and earlier_results,
        f"{len(other)} batches before the release have another verdict: {sorted(other)[:3]}",
    )
