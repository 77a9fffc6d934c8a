"""Correctness checks: each event has its region, and each figure is under the region that docs/tables.md specifies."""

from __future__ import annotations

from _figures import (
    REGION,
    TOTALS,
    agent_query,
    at_the_start,
    collect,
    describe_end,
    difference,
    shipped,
    stored_figures,
    unexplained,
)

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/regions.md#regions", required=True)
def every_event_has_its_region(graded: Graded) -> Result:
    """Each event has the region to which its market belonged on the day of the event."""
    sql = f"select countIf(toString(region) != {REGION}), count() from ads.events"
    other, count = graded.clickhouse.query(sql)[0]
    events = graded.starting.clickhouse.scalar("select count() from ads.events")
    return expect(
        other == 0 and count == events,
        f"{other} of {count} events have a wrong region; at the start there were {events}",
    )


@correct(demand="docs/tables.md#that events explain", required=True)
def figures_by_region_are_exact(graded: Graded) -> Result:
    """The figures for each day, campaign and region agree with the events."""
    actual = {key: figures for key, figures in stored_figures(graded).items() if key[2]}
    fault = difference(actual, at_the_start(graded))
    return expect(not fault, fault or f"{len(actual)} figures are right")


@correct(demand="docs/tables.md#what no event explains")
def what_no_event_explains_has_no_region(graded: Graded) -> Result:
    """The empty region contains only the corrections and the figures for days without events."""
    actual = {key: figures for key, figures in stored_figures(graded).items() if not key[2]}
    fault = difference(actual, unexplained(graded))
    return expect(not fault, fault or f"{len(actual)} figures are right")


@correct(demand="docs/tables.md#over all regions, stay exactly", required=True)
def totals_stay(graded: Graded) -> Result:
    """The totals over all regions are unchanged for each day and campaign."""
    actual, right = (set(state.clickhouse.query(f"{TOTALS}")) for state in (graded, graded.starting))
    empty = {row for row in actual ^ right if not any(row[3:])}
    other = (actual ^ right) - empty
    return expect(not other, f"{len({row[:2] for row in other})} of {len(right)} totals are wrong")


@correct(demand="docs/regions.md#until 31 August 2026")
def markets_move_at_midnight(graded: Graded) -> Result:
    """Late events around the day of the market change and events from unusual accounts get the right region."""
    cases = {
        "nl-10001": ("2026-08-31 23:59:59", "west"),
        "BE-10001": ("2026-09-01 00:00:00", "benelux"),
        "lu-10001-b": ("2026-09-30 23:59:59", "benelux"),
        "Gb-10001": ("2026-08-31 23:59:59", "uki"),
        "104422": ("2026-09-01 00:00:00", "other"),
        "us-10001": ("2026-09-01 00:00:00", "other"),
        "-de-10001": ("2026-09-01 00:00:00", "other"),
        "deu-10001": ("2026-09-02 00:00:00", "other"),
    }
    rows = [(n, at, account, 9000 + n, "impression", 5) for n, (account, (at, _)) in enumerate(cases.items())]
    with graded.copy() as copy:
        completed = collect(copy, *rows)
        figures = {key[1]: key[2] for key in stored_figures(copy) if key[1] >= 9000}
        regions = dict(
            copy.clickhouse.query("select account, toString(region) from ads.events where campaign_id >= 9000")
        )
    right = {account: region for account, (_, region) in cases.items()}
    counted = {row[2]: figures.get(row[3]) for row in rows}
    other = {
        account: (regions.get(account), counted[account])
        for account in right
        if not (regions.get(account) == counted[account] == right[account])
    }
    return expect(
        completed.exit_code == 0 and not other,
        f"the collector {describe_end(completed)}; wrong regions (event, figure): {other or 'none'}",
    )


@correct(demand="docs/tables.md#columns included, stay the same")
def pacing_shows_each_day_once(graded: Graded) -> Result:
    """The dashboard query for a campaign's days returns the same rows as before."""
    answer = graded.clickhouse.query(agent_query(graded, "dashboards/pacing.sql"))
    right = graded.starting.clickhouse.query(shipped(graded, "dashboards/pacing.sql"))
    return expect(
        answer == right,
        f"pacing has {len(answer)} rows, the last {answer[-1:]}; it had {len(right)}, the last {right[-1:]}",
    )


@correct(demand="docs/tables.md#reads it by position")
def finance_fetches_what_it_fetched(graded: Graded) -> Result:
    """Finance's query returns the same rows and columns as before."""
    sql, path = shipped(graded, "dashboards/finance.sql"), "dashboards/finance.sql"
    answer, right = graded.clickhouse.query(agent_query(graded, path)), graded.starting.clickhouse.query(sql)
    return expect(
        answer == right,
        f"finance gets {len(answer)} rows such as {answer[:1]}; before it got {len(right)} such as {right[:1]}",
    )
