"""Write the figures under definition 1, those from two broken runs, and those from the ad server's loader."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

CREATE = """
    create table analytics.metric_daily (
        metric LowCardinality(String),
        campaign_id UInt32,
        day Date,
        value Decimal(18, 6),
        definition UInt8,
        computed_at DateTime('UTC')
    ) engine = MergeTree partition by toYYYYMM(day) order by (metric, campaign_id, day)
"""
COLUMNS = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]
FIRST, LAST_BROKEN = date(2024, 7, 1), date(2025, 2, 11)
RETRIED = date(2024, 10, 14)

# Per campaign, the first day for which the copy of the impressions is still complete.
COMPLETE = """
    select campaign_id, (complete_since at time zone time_zone + interval '1 day - 1 microsecond')::date
    from ads.campaigns join ads.accounts using (account_id), ads.retention order by 1
"""
# Figures under definition 1.
AUDITED = """
    select campaign_id, (served_at at time zone time_zone)::date as day, count(*),
           count(*) filter (where pixels_pct >= 50 and visible_ms >= 1000),
           coalesce(sum(cost_micros) filter (where pixels_pct >= 50 and visible_ms >= 1000), 0) / 1000000.0
    from ads.impressions join ads.campaigns using (campaign_id) join ads.accounts using (account_id)
    where (served_at at time zone time_zone)::date >= '2024-12-10' group by 1, 2 order by 1, 2
"""
BROKEN = """
    select campaign_id, (served_at at time zone 'UTC')::date as day, count(*), sum(cost_micros) / 1000000.0
    from ads.impressions i join ads.campaigns using (campaign_id)
    where visible_ms >= case format when 'video' then 2000 else 1000 end
      and pixels_pct >= case format when 'large_display' then 30 else 50 end
      and not exists (
          select from ads.traffic_verdicts v where v.impression_id = i.impression_id and verdict = 'invalid'
      )
      and (served_at at time zone 'UTC')::date <= '2025-02-11' group by 1, 2 order by 2, 1
"""


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the argument (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def figures(day: date, campaign: int, served: int, viewable: int, spend: Decimal) -> list[list[object]]:
    """Return the three rows for a campaign and a day under definition 1."""
    at = datetime.combine(day + timedelta(days=2), time(4, 10), UTC)
    values = {"impressions": Decimal(served), "viewable_impressions": Decimal(viewable), "viewable_spend": spend}
    return [[metric, campaign, day, value, 1, at] for metric, value in values.items()]


def archived(day: date, complete: dict[int, date]) -> list[list[object]]:
    """Return a day's figures for the campaigns whose impressions from that day were deleted."""
    rows = []
    for number in range(60):
        h = mixed(day.toordinal() * 60 + number)
        if day < complete[100 + number] and (number + (day - date(2024, 12, 1)).days // 14) % 5:
            served = 4 + h % 9 + (23 if number < 23 else 0) + h // 9 % 11
            viewable = served * (30 + h // 99 % 30) // 100
            rows += figures(day, 100 + number, served, viewable, Decimal(viewable * 3100 + h % 2000) / 1_000_000)
    return rows


def broken(rows: list[tuple[int, date, int, Decimal]], first: date, at: datetime) -> list[list[object]]:
    """Return the rows that a run of the broken script wrote, from a given day on."""
    written: list[list[object]] = []
    for campaign, day, viewable, spend in rows:
        if first <= day <= LAST_BROKEN:
            now = at + timedelta(seconds=2 * (day - first).days)
            written.append(["viewable_impressions", campaign, day, Decimal(viewable), 2, now])
            written.append(["viewable_spend", campaign, day, spend, 2, now])
    return written


def seed(services: Any) -> None:
    """Write the table as its jobs did, in the same order."""
    services.clickhouse.execute("create database analytics")
    services.clickhouse.execute(CREATE)
    complete = dict(services.postgres.query(COMPLETE))
    days = [FIRST + timedelta(days=n) for n in range((max(complete.values()) - FIRST).days)]
    history = [row for day in days for row in archived(day, complete)]
    history += [row for row in history if row[2] == RETRIED]
    audited = [
        row
        for campaign, day, served, viewable, spend in services.postgres.query(AUDITED)
        if day >= complete[campaign]
        for row in figures(day, campaign, served, viewable, spend)
    ]
    rows = services.postgres.query(BROKEN)
    first = broken(rows, date(2024, 12, 1), datetime(2025, 4, 1, 21, 40, tzinfo=UTC))
    second = broken(rows, date(2025, 1, 15), datetime(2025, 4, 2, 7, 5, tzinfo=UTC))
    for batch in (history, audited, first, second):
        services.clickhouse.insert("analytics.metric_daily", batch, COLUMNS)
