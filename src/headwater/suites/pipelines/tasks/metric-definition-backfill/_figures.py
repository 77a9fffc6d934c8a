"""Compute the expected figures from a state's impressions, and read the actual ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache

from headwater.grading import Completed, Graded, QueryError, State

TABLE = "analytics.metric_daily"
VIEWABLE = ("viewable_impressions", "viewable_spend")
COLUMNS = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]
POSTGRES_UNREACHABLE = {
    "POSTGRES_URL": "postgresql://app:hush-2290@127.0.0.1:1/app",
    "PGHOST": "127.0.0.1",
    "PGPORT": "1",
    "PGPASSWORD": "hush-2290",
}
CLICKHOUSE_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-2290",
}

Key = tuple[str, int, date]
Values = dict[Key, Decimal]

_COMPUTED = """
    with judged as (
        select campaign_id, account_id, (served_at at time zone time_zone)::date as day, time_zone, cost_micros,
               coalesce(visible_ms >= case format when 'video' then 2000 else 1000 end
                        and pixels_pct >= case format when 'large_display' then 30 else 50 end, false)
               and 'invalid' is distinct from (
                   select verdict from ads.traffic_verdicts v
                   where v.impression_id = i.impression_id and v.reported_at <= i.served_at + interval '720 hours'
                   order by v.reported_at desc, v.verdict_id desc limit 1
               ) as viewable
        from ads.impressions i join ads.campaigns using (campaign_id) join ads.accounts using (account_id)
    )
    select campaign_id, day, count(*) filter (where viewable),
           round(coalesce(sum(cost_micros) filter (where viewable), 0) / 1000000.0, 6)
    from judged, ads.retention
    where table_name = 'ads.impressions' and day >= '2024-12-01'
      and day::timestamp at time zone time_zone >= complete_since
    group by 1, 2
"""


def computed(state: State | Graded) -> Values:
    """Compute the figure for each metric, campaign and day with complete impressions."""
    values: Values = {}
    for campaign, day, viewable, spend in state.postgres.query(_COMPUTED):
        values[VIEWABLE[0], campaign, day] = Decimal(viewable)
        values[VIEWABLE[1], campaign, day] = Decimal(spend)
    return values


@cache
def intended(graded: Graded) -> Values:
    """Compute the figures from the impressions in the agent's final state."""
    return computed(graded)


def first_days(state: State | Graded) -> dict[int, date]:
    """Return, for each campaign, the first day whose figures can be computed."""
    return dict(
        state.postgres.query("""
            select campaign_id, greatest(min(day)::date, '2024-12-01')
            from ads.campaigns join ads.accounts using (account_id), ads.retention,
                 generate_series(complete_since::date - 2, complete_since::date + 2, interval '1 day') day
            where table_name = 'ads.impressions' and day::date::timestamp at time zone time_zone >= complete_since
            group by 1
        """)
    )


@dataclass(frozen=True)
class Row:
    """A row in the table, without its key."""

    value: Decimal
    definition: int
    computed_at: datetime


def rows(state: State | Graded) -> dict[Key, list[Row]]:
    """Return the rows for the two metrics."""
    sql = f"""
        select toString(metric), toInt64(campaign_id), toDate(day), toDecimal128(value, 6), toInt32(definition),
               toDateTime(computed_at, 'UTC')
        from {TABLE} where metric in ('viewable_impressions', 'viewable_spend')
    """
    found: dict[Key, list[Row]] = {}
    for metric, campaign, day, value, definition, at in state.clickhouse.query(sql):
        found.setdefault((metric, campaign, day), []).append(Row(value, definition, at))
    return found


@cache
def final_rows(graded: Graded) -> dict[Key, list[Row]]:
    """Return the rows for the two metrics in the agent's final state."""
    return rows(graded)


@cache
def uncomputable_rows(graded: Graded) -> dict[Key, Row]:
    """Return the starting rows that must not change: those under definition 1 whose days cannot be computed."""
    first = first_days(graded.starting)
    return {
        key: each
        for key, found in rows(graded.starting).items()
        for each in found
        if each.definition == 1 and key[2] < first[key[1]]
    }


def faults(state: State | Graded, expected: Values, metric: str = "") -> str:
    """Describe a state's wrong, missing, duplicate and unexpected figures; return an empty string if there are none."""
    first = first_days(state)
    found = {key: each for key, each in rows(state).items() if key[2] >= first.get(key[1], date.min)}
    wrong = [
        key
        for key in sorted(found.keys() | expected.keys())
        if key[0].startswith(metric) and [row.value for row in found.get(key, [])] != [expected.get(key)]
    ]
    if not wrong:
        return ""
    metric, campaign, day = wrong[0]
    values = [str(row.value) for row in found.get(wrong[0], [])]
    return f"{len(wrong)} figures are wrong, such as {metric} of {campaign} on {day}: {values or 'none'}"


_LOADED = """
    select count(), sum(cityHash64(toString(campaign_id), toString(day), toString(toDecimal128(value, 6)),
                                   toString(definition), toUnixTimestamp(computed_at)))
    from {} where metric = 'impressions'
"""


def loader_rows(state: State | Graded, source: str = TABLE) -> tuple[object, ...]:
    """Return the number of rows for the loader's metric, and a digest of these rows."""
    return state.clickhouse.query(_LOADED.format(source))[0]


def page(graded: Graded, name: str) -> str:
    """Return a dashboard query that the task ships."""
    return (graded.workspace.shipped_text(f"dashboards/{name}.sql") or "").strip().rstrip(";")


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"the run exited with {completed.exit_code}" + (f" ({completed.last_line})" if completed.exit_code else "")


def serve(state: State, served: list[tuple[int, int, str, int, int, int]]) -> None:
    """Insert impressions.

    Each is (id, campaign, time, percentage of pixels visible, milliseconds in view, cost in micros).
    """
    values = ", ".join(f"({i}, {c}, '{at}', {pixels}, {ms}, {cost})" for i, c, at, pixels, ms, cost in served)
    state.postgres.execute(f"insert into ads.impressions values {values}")


def judge(state: State, verdict: str, where: str, after: str = "1 hour", every: int = 1) -> None:
    """Insert a vendor's verdict on each matching impression, at the given interval after it was served."""
    state.postgres.execute(f"""
        insert into ads.traffic_verdicts (impression_id, verdict, vendor, reported_at)
        select impression_id, '{verdict}', 'veracious', served_at + interval '{after}'
        from ads.impressions where {where} and impression_id % {every} = 0 order by 1
    """)


def work(state: State) -> tuple[int, int, int]:
    """Return how many inserts and inserted rows the agent's user has made, and how many impressions it has read."""
    sql = """
        select sum(ProfileEvents['InsertQuery']), sum(ProfileEvents['InsertedRows'])
        from system.user_processes where user = 'app'
    """
    inserts, inserted = state.clickhouse.query(sql)[0]
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.3)")
    read = state.postgres.scalar("""
        select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables
        where schemaname = 'ads' and relname = 'impressions'
    """)
    return int(inserts or 0), int(inserted or 0), int(read or 0)


@dataclass(frozen=True)
class Run:
    """A run and its cost."""

    completed: Completed
    inserts: int
    inserted: int
    read: int


def measure_run(state: State) -> Run:
    """Run the job and measure its cost."""
    before = work(state)
    completed = state.run()
    inserts, inserted, read = (new - old for new, old in zip(work(state), before, strict=True))
    return Run(completed, inserts, inserted, read)


@dataclass(frozen=True)
class Hours:
    """Three consecutive runs: one without changes, one with changes to a day, and one with all figures to recompute.

    Attributes:
        changed: The number of figures affected by the changes to a day.
        silent: The number of these figures that did not get the time of the run.
        loud: The number of other figures that did not keep their time.
        tables: The tables in analytics after the run with changes to a day, with their definitions.
        fault: The errors in the figures after any of the runs; empty if there are none.
    """

    idle: Run
    day: Run
    everything: Run
    impressions: int
    changed: int
    silent: int
    loud: int
    tables: dict[str, str]
    fault: str


@cache
def hours(graded: Graded) -> Hours:
    """Run the scheduler's job three times. All checks share these runs."""
    tables = "select name, create_table_query from system.tables where database = 'analytics' order by name"
    with graded.copy() as copy:
        idle = measure_run(copy)
        before, started = rows(copy), now()
        judge(copy, "invalid", "served_at between '2025-02-03 08:00:00+00' and '2025-02-03 14:00:00+00'", every=2)
        day = measure_run(copy)
        after, remaining_tables, expected = rows(copy), dict(copy.clickhouse.query(tables)), computed(copy)
        fault = faults(copy, expected)
        judge(copy, "cleared", "true", "719 hours")
        everything = measure_run(copy)
        fault = fault or faults(copy, computed(copy))
        count = int(copy.postgres.scalar("select count(*) from ads.impressions") or 0)
    changed = {key for key, value in expected.items() if intended(graded).get(key) != value}
    silent = sum(any(row.computed_at.replace(tzinfo=None) < started for row in after.get(key, [])) for key in changed)
    loud = sum(after.get(key) != each for key, each in before.items() if key not in changed)
    return Hours(idle, day, everything, count, len(changed), silent, loud, remaining_tables, fault)


@dataclass(frozen=True)
class Outage:
    """Runs without Postgres and without ClickHouse, the rows that they changed, and the next run."""

    postgres: Completed
    clickhouse: Completed
    unchanged: bool
    next: Completed
    fault: str


@cache
def outage(graded: Graded) -> Outage:
    """Run once without each database; all checks share these runs."""
    with graded.copy() as copy:
        judge(copy, "invalid", "campaign_id = 120")
        failed = [copy.run(env=environment) for environment in (POSTGRES_UNREACHABLE, CLICKHOUSE_UNREACHABLE)]
        unchanged = rows(copy) == final_rows(graded)
        completed = copy.run()
        fault = faults(copy, computed(copy))
    return Outage(*failed, unchanged, completed, fault)


@dataclass
class Meanwhile:
    """What was observed during a run."""

    completed: list[Completed] = field(default_factory=list)
    times: int = 0
    refused: str = ""


def meanwhile(state: State, action: Callable[[int], None], pause: float) -> Meanwhile:
    """Run the job, and repeatedly call a function with an increasing counter until the job ends."""
    observed = Meanwhile()
    thread = threading.Thread(target=lambda: observed.completed.append(state.run()))
    thread.start()
    while thread.is_alive():
        try:
            action(observed.times)
        except QueryError as error:
            observed.refused = str(error)
        observed.times += 1
        time.sleep(pause)
    thread.join()
    return observed


def now() -> datetime:
    """Return the current time in the format of ClickHouse's DateTime."""
    return datetime.now(UTC).replace(microsecond=0, tzinfo=None)
