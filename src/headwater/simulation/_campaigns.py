"""Writes campaigns as the CRM and the advertising platforms store them, and their spend."""

from __future__ import annotations

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation._campaign_plan import ADVERTISING, KINDS, PLATFORMS
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    FIRST_MONTH,
    LAST_DAY,
    MONTHS,
    NULL,
    WEEKDAY,
    Floats,
    Ints,
    month_of,
)
from headwater.simulation._tables import Sink
from headwater.simulation._world import World


def write_campaigns(world: World, sink: Sink) -> Floats:
    """Write campaigns, their platform counterparts and their spend. Return advertising spend in dollars per month."""
    plan, draw = world.campaigns, world.draw("campaigns")
    n = len(plan.kind)
    every = np.arange(n)
    ads = plan.running(ADVERTISING)
    cost = np.array([24_000.0, 2_500.0, 600.0, 18_000.0])[plan.kind] * world.scale
    actual = np.rint(cost * draw.between(0.85, 1.2, n))
    over = plan.end < LAST_DAY
    started = plan.start <= LAST_DAY
    sink.write(
        "raw_crm.campaigns",
        {
            "id": plan.id,
            "name": col.labels(plan.name, every),
            "type": col.labels(KINDS, plan.kind),
            "status": col.labels(["Planned", "In Progress", "Completed"], started.astype(int) + over),
            "start_date": plan.start,
            "end_date": plan.end,
            "budgeted_cost": np.rint(cost),
            "actual_cost": np.where((plan.kind == ADVERTISING) | ~over, np.nan, actual),
            "ad_campaign_id": col.take(plan.ad_id, np.where(plan.kind == ADVERTISING, every, -1)),
            "_loaded_at": np.minimum(np.maximum(plan.start - 30, FIRST_DAY) * DAY + 7_500, AS_OF),
        },
    )
    sink.write(
        "raw_marketing.ad_campaigns",
        {
            "ad_campaign_id": col.take(plan.ad_id, ads),
            "platform": col.labels(PLATFORMS, plan.platform[ads]),
            "name": col.labels(plan.name, ads),
            "utm_campaign": col.labels(plan.utm, ads),
            "objective": col.labels(["awareness", "leads"], (ads % 6 > 0).astype(int)),
            "started_on": plan.start[ads],
            "ended_on": np.where(over[ads], plan.end[ads], NULL),
            "_loaded_at": plan.start[ads] * DAY + 7_500,
        },
    )
    return _write_spend(world, sink)


def _write_spend(world: World, sink: Sink) -> Floats:
    """Write daily spend. Platforms correct the last three days upwards each day, so a day has up to four rows."""
    plan, draw = world.campaigns, world.draw("spend")
    ads = plan.running(ADVERTISING)
    length = plan.end[ads] - plan.start[ads] + 1
    campaign = np.repeat(ads, length)
    day = np.repeat(plan.start[ads], length) + np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
    n = len(day)
    weekend = WEEKDAY[day - FIRST_DAY] >= 5
    final = 110 * world.scale * (1 + (day - FIRST_DAY) / 900) * np.where(weekend, 0.45, 1.0) * draw.between(0.7, 1.3, n)
    click_cost = np.array([4.2, 7.5, 2.1])[plan.platform[campaign]] * draw.between(0.8, 1.2, n)
    platform = plan.platform[campaign]
    known = np.zeros(n)
    for step, share in enumerate((0.90, 0.97, 0.995, 1.0)):
        at = (day + 1 + step) * DAY + 5 * 3_600
        is_kept = (at <= AS_OF) & (draw.flags(0.55, n) if 0 < step < 3 else True)
        spend = np.round(final * share, 2)
        clicks = np.rint(spend / click_cost).astype(np.int64)
        sink.write(
            "raw_marketing.ad_spend",
            {
                "spend_date": day[is_kept],
                "ad_campaign_id": col.take(plan.ad_id, campaign[is_kept]),
                "platform": col.labels(PLATFORMS, platform[is_kept]),
                "impressions": (clicks * 38 + 11)[is_kept],
                "clicks": clicks[is_kept],
                "spend": spend[is_kept],
                "currency": col.labels(["USD", "EUR"], (platform[is_kept] == 1).astype(int)),
                "restated_at": at[is_kept],
                "_loaded_at": np.minimum(at[is_kept] + 1_800, AS_OF),
            },
        )
        known[is_kept] = spend[is_kept]
    rate = world.rates.at((platform == 1).astype(np.int64), day)
    return np.asarray(np.bincount(month_of(day) - FIRST_MONTH, weights=known * rate, minlength=MONTHS), dtype=float)


def newest(starts: Ints, at: Ints) -> Ints:
    """Return the latest campaign that started on or before each day, or -1."""
    return np.searchsorted(starts, at, side="right") - 1
