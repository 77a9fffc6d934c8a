"""Apply definition 2 to each impression."""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

LEAST = {"display": (50, 1000), "large_display": (30, 1000), "video": (50, 2000)}
IN_TIME = timedelta(hours=720)
SINCE = date(2024, 12, 1)
CAMPAIGNS = "SELECT campaign_id, time_zone, format FROM ads.campaigns JOIN ads.accounts USING (account_id)"
COMPLETE = "SELECT complete_since FROM ads.retention WHERE table_name = 'ads.impressions'"
VERDICTS = "SELECT impression_id, verdict, reported_at FROM ads.traffic_verdicts ORDER BY reported_at, verdict_id"
IMPRESSIONS = """
    COPY (
        SELECT impression_id, campaign_id, extract(epoch FROM served_at)::text, pixels_pct, visible_ms, cost_micros
        FROM ads.impressions
    ) TO STDOUT
"""


def first_days(postgres):
    """Return the first complete day for each campaign."""
    since = postgres.execute(COMPLETE).fetchone()[0]
    days = {}
    for campaign, zone, _ in postgres.execute(CAMPAIGNS):
        day = since.astimezone(ZoneInfo(zone)).date()
        while datetime.combine(day, time(), ZoneInfo(zone)) < since:
            day += timedelta(days=1)
        days[campaign] = max(day, SINCE)
    return days


def values(postgres, first):
    """Compute the value of each metric for each campaign and complete day."""
    campaigns = {campaign: (ZoneInfo(zone), *LEAST[kind]) for campaign, zone, kind in postgres.execute(CAMPAIGNS)}
    verdicts = defaultdict(list)
    for impression, verdict, reported in postgres.execute(VERDICTS):
        verdicts[impression].append((verdict, reported))
    totals = defaultdict(lambda: [0, 0])
    with postgres.cursor().copy(IMPRESSIONS) as copy:
        copy.set_types(["int8", "int4", "text", "int2", "int4", "int8"])
        for impression, campaign, epoch, pixels, ms, cost in copy.rows():
            zone, least_pixels, least_ms = campaigns[campaign]
            seconds, _, micros = epoch.partition(".")
            served = datetime.fromtimestamp(int(seconds), zone) + timedelta(microseconds=int(micros or 0))
            if served.date() >= first[campaign]:
                total = totals[campaign, served.date()]
                seen = pixels is not None and ms is not None and pixels >= least_pixels and ms >= least_ms
                if seen and not is_invalid(verdicts.get(impression, ()), int(seconds), int(micros or 0)):
                    total[0] += 1
                    total[1] += cost
    found = {}
    for (campaign, day), (count, micros) in totals.items():
        found["viewable_impressions", campaign, day] = Decimal(count)
        found["viewable_spend", campaign, day] = Decimal(micros).scaleb(-6)
    return found


def is_invalid(verdicts, seconds, micros):
    """Return whether the last verdict before the deadline is `invalid`; the verdicts are sorted by arrival."""
    served = datetime.fromtimestamp(seconds, ZoneInfo("UTC")) + timedelta(microseconds=micros)
    in_time = [verdict for verdict, reported in verdicts if reported - served <= IN_TIME]
    return bool(in_time) and in_time[-1] == "invalid"
