"""Robustness checks: the migration runs alongside other clients, and figures survive merges and a later rule change."""

from __future__ import annotations

from datetime import date

from _figures import collect, describe_end, describe_errors
from _live import live_run
from _next_week import next_week

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/migrations.md#no event or correction is lost or counts twice", required=True)
def events_meanwhile_count_once(graded: Graded) -> Result:
    """Events that arrive before, during and after the migration are counted once, under their region."""
    outcome = live_run(graded)
    return expect(
        outcome.code == 0 and not outcome.regions, f"{outcome.summary}; {outcome.regions or 'all regions are right'}"
    )


@robust(demand="docs/migrations.md#no event or correction is lost or counts twice", required=True)
def corrections_meanwhile_are_kept(graded: Graded) -> Result:
    """Corrections that arrive during the migration stay under the empty region."""
    outcome = live_run(graded)
    return expect(
        outcome.code == 0 and not outcome.unexplained,
        f"{outcome.summary}; {outcome.unexplained or 'corrections are right'}",
    )


@robust(demand="docs/migrations.md#no insert and no query fails")
def nobody_fails_meanwhile(graded: Graded) -> Result:
    """No insert, correction or query fails during the migration."""
    outcome = live_run(graded)
    return expect(outcome.code == 0 and not outcome.failed, f"{outcome.summary}; failed: {outcome.failed or 'none'}")


@robust(demand="docs/migrations.md#not for a second")
def dashboards_are_never_wrong(graded: Graded) -> Result:
    """Totals for days that no client writes to never change during the migration."""
    outcome = live_run(graded)
    return expect(
        outcome.code == 0 and outcome.queries > 0 and not outcome.wrong,
        f"{outcome.summary}; wrong: {outcome.wrong or 'none'}",
    )


@robust(demand="docs/tables.md#merged by ClickHouse")
def merges_change_nothing(graded: Graded) -> Result:
    """The figures are correct after new events, corrections and a merge of all parts."""
    corrected = (date(2026, 9, 12), 17, (-3, -1, -900))
    with graded.copy() as copy:
        collected = collect(
            copy,
            *((n, "2026-09-12 10:00:00", f"{'de' if n % 2 else 'jp'}-1", 17 + n % 3, "click", 9) for n in range(40)),
        )
        completed = copy.run("python3 correct.py 2026-09-12 17 3 1 900", timeout_sec=30)
        for table in ("daily", "events"):
            copy.clickhouse.execute(f"optimize table ads.{table} final")
        fault = describe_errors(graded, copy, [corrected])
    return expect(
        collected.exit_code == completed.exit_code == 0 and not fault,
        f"collector.py {describe_end(collected)}, correct.py {describe_end(completed)}; "
        f"{fault or 'all figures are right'}",
    )


@robust(demand="docs/regions.md#changes")
def a_change_of_the_rule_keeps_old_events(graded: Graded) -> Result:
    """When the rule for markets changes, existing events keep their region, and new events follow the new rule."""
    sql = (
        "select toString(region), count(), sum(event_id) from ads.events where campaign_id < 9000 group by 1 order by 1"
    )
    change = "alter table ads.events modify column region LowCardinality(String) materialized 'moved'"
    with graded.copy() as copy:
        before = copy.clickhouse.query(sql)
        copy.clickhouse.execute(change)
        after = copy.clickhouse.query(sql)
        completed = collect(copy, (1, "2026-09-30 12:00:00", "jp-10001", 9001, "click", 77))
        new = copy.clickhouse.query("select toString(region) from ads.events where campaign_id = 9001")
    return expect(
        completed.exit_code == 0 and before == after and new == [("moved",)],
        f"after a change old events are {'unchanged' if before == after else after[:3]}; a new one is {new}",
    )


@robust(demand="docs/migrations.md#other sites run the same files", required=True)
def a_site_of_next_week_is_exact(graded: Graded) -> Result:
    """A site with events of October, extreme values and batches that take a second is migrated exactly."""
    outcome = next_week(graded)
    return expect(
        not outcome.during,
        outcome.during[0] if outcome.during else f"{outcome.summary}, and all is right",
        faults=outcome.during[:5],
    )


@robust(demand="docs/regions.md#for the events that come from then on", required=True)
def figures_follow_the_rule_of_their_events(graded: Graded) -> Result:
    """After changes of the rule, merges and corrections, old events and figures stay, and new ones follow."""
    outcome = next_week(graded)
    faults = outcome.during or outcome.later
    return expect(
        not faults, faults[0] if faults else "events and figures were right after each change", faults=faults[:5]
    )
