"""Robustness checks: late verdicts, purged impressions, killed or overlapping runs, and concurrent jobs."""

from __future__ import annotations

import threading
from datetime import date
from decimal import Decimal

from _figures import (
    COLUMNS,
    TABLE,
    VIEWABLE,
    computed,
    describe_end,
    faults,
    final_rows,
    intended,
    judge,
    meanwhile,
    now,
    outage,
    rows,
    serve,
    uncomputable_rows,
)
from _rounds import rounds

from headwater.grading import Completed, Graded, Result, State, expect, kill_points, robust


def _expect_right(state: State, completed: Completed, what: str) -> Result:
    """Pass if a run succeeded and all figures are right."""
    fault = faults(state, computed(state))
    return expect(
        completed.exit_code == 0 and not fault, f"{what} {describe_end(completed)}; {fault or 'all figures are right'}"
    )


@robust(demand="docs/metrics.md#invalid-traffic")
def verdicts_count_when_they_come(graded: Graded) -> Result:
    """Late verdicts change past figures in both directions; verdicts after the deadline change nothing."""
    with graded.copy() as copy:
        judge(copy, "invalid", "campaign_id = 104", "720 hours", 3)
        judge(copy, "cleared", "campaign_id = 107", "719 hours")
        judge(copy, "invalid", "campaign_id = 110", "720 hours 1 microsecond")
        judge(copy, "invalid", "campaign_id = 113", "40 minutes", 2)
        judge(copy, "cleared", "campaign_id = 113", "40 minutes", 4)
        return _expect_right(copy, copy.run(), "after new verdicts")


@robust(demand="docs/metrics.md#days")
def odd_impressions_count_where_they_belong(graded: Graded) -> Result:
    """Impressions at midnight, at DST changes, at thresholds and without measurements are counted correctly."""
    served = [
        (9_100_000, 100, "2025-03-29 23:00:00+00", 50, 1000, 7),
        (9_100_001, 100, "2025-03-30 21:59:59.999+00", 50, 999, 7),
        (9_100_002, 100, "2025-03-30 22:00:00+00", 49, 1000, 7),
        (9_100_003, 101, "2025-03-09 07:59:59.999+00", 50, 2000, 11),
        (9_100_004, 101, "2025-03-10 06:59:59.999+00", 50, 1999, 11),
        (9_100_005, 101, "2025-03-10 07:00:00+00", 100, 2000, 9_007_199_254_740_993),
        (9_100_006, 103, "2025-04-09 04:00:00+00", 30, 1000, 1),
        (9_100_007, 103, "2025-04-10 03:59:59+00", 29, 1000, 1),
    ]
    with graded.copy() as copy:
        serve(copy, served)
        copy.postgres.execute(
            "insert into ads.impressions values (9100008, 102, '2025-04-11 15:00:00+00', null, null, 5)"
        )
        return _expect_right(copy, copy.run(), "after odd impressions")


@robust(demand="docs/operations.md#purge")
def figures_outlive_a_purge(graded: Graded) -> Result:
    """After impressions up to noon of a day are purged, figures up to that day are kept and later ones are computed."""
    with graded.copy() as copy:
        before = final_rows(graded)
        copy.postgres.execute("""
            update ads.retention set complete_since = '2025-01-20 12:00:00+00' where table_name = 'ads.impressions';
            delete from ads.impressions where served_at < '2025-01-20 12:00:00+00' and impression_id % 4 <> 0;
        """)
        judge(copy, "invalid", "served_at < '2025-02-10 00:00:00+00'", every=12)
        completed = copy.run()
        after, expected = rows(copy), computed(copy)
    old = [key for key in before if key not in expected]
    changed = [key for key in old if after.get(key) != before[key]]
    wrong = [key for key, value in expected.items() if [row.value for row in after.get(key, [])] != [value]]
    return expect(
        completed.exit_code == 0 and old and not changed and not wrong,
        f"{describe_end(completed)}; of {len(old)} purged figures {len(changed)} changed; "
        f"{len(wrong)} later ones are wrong",
    )


@robust(demand="docs/operations.md#jobs", required=True)
def killed_runs_are_made_good(graded: Graded) -> Result:
    """After runs are killed at several of their requests, the next run produces the right figures."""
    with graded.copy() as copy:
        judge(copy, "invalid", "campaign_id % 9 = 0", every=2)
        whole = copy.run_killed(after=None)
        for round_, after in enumerate(kill_points(whole.requests)):
            judge(copy, "invalid", f"campaign_id % 9 = {round_ + 1}", every=2)
            copy.run_killed(after=after)
        completed = copy.run()
        now_there = rows(copy)
        lost_figures = [key for key, row in uncomputable_rows(graded).items() if now_there.get(key) != [row]]
        right = _expect_right(copy, completed, "after others that were killed")
    return expect(
        right.passed and not lost_figures, f"{right.message}; lost figures of purged days: {len(lost_figures)}"
    )


@robust(demand="docs/operations.md#jobs")
def two_runs_at_once_do_no_harm(graded: Graded) -> Result:
    """Two concurrent runs leave one row for each figure."""
    with graded.copy() as copy:
        judge(copy, "invalid", "campaign_id < 130", every=2)
        ended: list[Completed] = []
        threads = [threading.Thread(target=lambda: ended.append(copy.run())) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fault = faults(copy, computed(copy))
    codes = sorted(completed.exit_code for completed in ended)
    return expect(
        codes[0] == 0 and 124 not in codes and not fault,
        f"the runs exited with {codes}; {fault or 'all figures are right'}",
    )


@robust(demand="docs/operations.md#readers", required=True)
def readers_see_the_old_figure_or_the_new(graded: Graded) -> Result:
    """While a run corrects a campaign's months, readers see either the old or the new figure for each day."""
    sql = (
        f"select day, sum(value), count() from {TABLE}"
        f" where metric = '{VIEWABLE[0]}' and campaign_id = 105 group by day"
    )
    looks: list[list[tuple[date, Decimal, int]]] = []
    with graded.copy() as copy:
        before = {key[2]: value for key, value in intended(graded).items() if key[:2] == (VIEWABLE[0], 105)}
        judge(copy, "invalid", "campaign_id between 103 and 109", every=2)
        after = {key[2]: value for key, value in computed(copy).items() if key[:2] == (VIEWABLE[0], 105)}
        run = meanwhile(copy, lambda _: looks.append(copy.clickhouse.query(sql)), 0.002)
        fault = faults(copy, computed(copy))
    odd = {
        day
        for look in looks
        for day, value, count in look
        if day in before and (value not in (before[day], after[day]) or count > 1)
    }
    short = sum(not before.keys() <= {row[0] for row in look} for look in looks)
    return expect(
        looks and before != after and not fault and not run.refused and not odd and not short,
        f"in {len(looks)} queries, {len(odd)} days showed neither figure; {short} queries lacked days; "
        f"{run.refused or 'no query failed'}; afterwards {fault or 'all figures are right'}",
    )


@robust(demand="docs/operations.md#other-writers", required=True)
def what_the_loader_inserts_meanwhile_stays(graded: Graded) -> Result:
    """Each row that the loader inserts while a run corrects all months is kept exactly once."""
    days = ("2024-12-30", "2025-01-15", "2025-02-15", "2025-03-15")
    sql = f"select count(), sum(value) from {TABLE} where metric = 'impressions' and campaign_id = 900"

    def load(copy: State, number: int) -> None:
        day = date.fromisoformat(days[number % 4])
        copy.clickhouse.insert(TABLE, [["impressions", 900, day, Decimal(number), 1, now()]], COLUMNS)

    with graded.copy() as copy:
        judge(copy, "invalid", "true", every=2)
        run = meanwhile(copy, lambda number: load(copy, number), 0.01)
        found = copy.clickhouse.query(sql)[0]
        fault = faults(copy, computed(copy))
    expected = (run.times, run.times * (run.times - 1) // 2)
    return expect(
        not run.refused and found == expected and not fault,
        f"{run.refused or 'no insert failed'}; rows and sum are {found} instead of {expected}; "
        f"{fault or 'all is right'}",
    )


@robust(demand="docs/operations.md#jobs")
def an_outage_loses_nothing(graded: Graded) -> Result:
    """A run without Postgres or ClickHouse fails and changes nothing; the next run completes the work."""
    outcome = outage(graded)
    codes = [outcome.postgres.exit_code, outcome.clickhouse.exit_code]
    return expect(
        not {0, 124} & set(codes) and outcome.unchanged and outcome.next.exit_code == 0 and not outcome.fault,
        f"without Postgres, then ClickHouse: {codes}, figures {'unchanged' if outcome.unchanged else 'changed'}; "
        f"then {describe_end(outcome.next)}; {outcome.fault or 'all figures are right'}",
    )


@robust(demand="docs/operations.md#the old one or the new one", required=True)
def a_stopped_run_leaves_old_figures_or_new(graded: Graded) -> Result:
    """Wherever a run is killed or overtaken, each figure is there once, and the loader's figures stay."""
    outcome = rounds(graded)
    return expect(
        not outcome.stopped,
        outcome.stopped[0] if outcome.stopped else "each figure was the old one or the new one",
        faults=outcome.stopped[:5],
        log=outcome.log,
    )


@robust(demand="docs/metrics.md#what cannot be computed any more is not touched", required=True)
def a_purge_during_a_run_takes_no_figure(graded: Graded) -> Result:
    """If impressions are purged while a run pauses, each figure of a purged day is what it was or what was right."""
    outcome = rounds(graded)
    return expect(
        not outcome.purged,
        outcome.purged[0] if outcome.purged else "no figure was lost or changed by a purge during a run",
        faults=outcome.purged[:5],
        log=outcome.log,
    )
