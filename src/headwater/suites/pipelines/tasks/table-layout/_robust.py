"""Robustness checks: the copy handles late and extreme samples, dropped months and new sites."""

from __future__ import annotations

from _usage import MEANT, TARGET, arrive, describe_end, differing, months, refusal, row

from headwater.grading import Graded, Result, expect, expect_equal, robust


@robust(demand="docs/usage.md#late-samples")
def late_and_odd_samples_arrive(graded: Graded) -> Result:
    """Late samples, extreme values, unusual names and missing values are copied."""
    late = [row(n, f"2026-0{1 + n % 4}-27 23:59:59.{n:03}", "0.000001") for n in range(200)]
    odd = [
        row(201, "2026-05-01 00:00:00.000", "9999999999"),
        row(202, "2026-05-01 00:00:00.001", "-9999999999.999999"),
        row(203, "2025-12-31 23:59:59.999", "0"),
        row(204, "2026-05-01 00:00:00.002", "-0.000001", region="", plan=""),
        row(205, "2026-05-01 00:00:00.002", "-0.000001", region="", plan=""),
        row(206, "2026-05-01 00:00:00.003", "0.1", resource='bkt-it\'s "ü"\\1'),
    ]
    with graded.copy() as copy:
        arrive(copy, [*late, *odd])
        completed = copy.run()
        wrong = differing(copy, copy)
    return expect(
        completed.exit_code == 0 and not wrong, f"{describe_end(completed)}; columns that differ: {wrong or 'none'}"
    )


@robust(demand="ops/drop_month.sql")
def a_month_can_be_dropped(graded: Graded) -> Result:
    """A month that the database team drops stays dropped after the next run, and no other month is missing."""
    script = graded.workspace.shipped_text("ops/drop_month.sql") or ""
    expected = [each for each in months(graded.starting.clickhouse, MEANT) if each[0] != 202601]
    with graded.copy() as copy:
        refused = refusal(copy, script)
        dropped = months(copy.clickhouse, TARGET)
        completed = copy.run()
        after = months(copy.clickhouse, TARGET)
    return expect(
        not refused and dropped == after == expected,
        f"{refused or 'dropped'}; rows by month {dropped}, after the next run ({completed.exit_code}) {after} "
        f"instead of {expected}",
    )


@robust(demand="prompt#raw.usage")
def what_collectors_wrote_stays(graded: Graded) -> Result:
    """The collectors' table is unchanged."""
    digest = "select count(), sum(cityHash64(*)) from raw.usage"
    expected = graded.starting.clickhouse.query(digest)
    same = graded.clickhouse.columns("raw.usage") == graded.starting.clickhouse.columns("raw.usage")
    found = graded.clickhouse.query(digest)
    return expect(
        same and found == expected,
        f"raw.usage has {'the same' if same else 'other'} columns; "
        f"rows and their digest are {found} instead of {expected}",
    )


@robust(demand="prompt")
def a_new_site_is_filled(graded: Graded) -> Result:
    """On a site with only the collectors' table, a run creates and fills the table."""
    with graded.copy(data="starting") as site:
        completed = site.run()
        wrong = differing(site, site) if site.clickhouse.has_table(TARGET) else ["no table"]
    return expect_equal(
        (completed.exit_code, wrong), (0, []), "the tuple of the exit code on a new site and the columns that differ"
    )
