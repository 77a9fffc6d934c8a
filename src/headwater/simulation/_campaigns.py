"""Marketing's plan: advertising campaigns on three platforms, webinars, newsletters, trade fairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
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
    day_of,
    month_of,
)

if TYPE_CHECKING:
    from headwater.simulation._tables import Sink
    from headwater.simulation._world import World

PLATFORMS = ["google", "linkedin", "meta"]
MEDIUM = ["cpc", "paid_social", "paid_social"]
_THEMES = ["brand", "competitor", "runbooks", "incident-response", "self-hosted", "ops-teams"]
KINDS = ["Advertising", "Webinar", "Email", "Trade Fair"]
ADVERTISING, WEBINAR, EMAIL, FAIR = range(4)
_WEBINARS = ["Runbooks that run", "On-call without burnout", "Self-hosting at scale", "Boards for operations"]
_FAIRS = ["OpsDays Berlin", "Cloud Ops Summit", "Reliability Forum", "Enterprise IT Tokyo"]


@dataclass(frozen=True)
class Campaigns:
    """Campaigns of the CRM; those for advertising have a twin on a platform."""

    kind: Ints
    start: Ints
    end: Ints
    name: list[str]
    utm: list[str]
    platform: Ints
    id: pa.Array
    ad_id: pa.Array

    def running(self, kind: int) -> Ints:
        """List the campaigns of a kind."""
        return np.flatnonzero(self.kind == kind)


def plan_campaigns() -> Campaigns:
    """Plan all campaigns of the history: the same for every company, whose budget grows with scale."""
    rows: list[tuple[int, int, int, str, str, int]] = []
    for half in range(9):
        year, month = 2021 + half // 2, 1 + 6 * (half % 2)
        start = day_of(year, month, 4)
        end = day_of(year + (half % 2), 7 - 6 * (half % 2), 3) if half < 8 else LAST_DAY
        for i, theme in enumerate(_THEMES):
            platform = (i + half) % 3 if i > 1 else 0
            tag = f"{year}h{half % 2 + 1}"
            rows.append(
                (ADVERTISING, start, end, f"{PLATFORMS[platform].title()} {theme} {tag}", f"{theme}-{tag}", platform)
            )
    for month in range(54):
        year, number = 2021 + month // 12, month % 12 + 1
        held = day_of(year, number, 8 + month * 5 % 14)
        title = _WEBINARS[month % 4]
        if month % 3 != 1:
            rows.append(
                (WEBINAR, held - 21, held, f"Webinar: {title} {year}-{number:02d}", f"webinar-{year}-{number:02d}", -1)
            )
        rows.append(
            (EMAIL, held - 3, held + 10, f"Newsletter {year}-{number:02d}", f"newsletter-{year}-{number:02d}", -1)
        )
        if month % 4 == 2:
            rows.append((FAIR, held, held + 2, f"{_FAIRS[month // 4 % 4]} {year}", f"fair-{year}-{number:02d}", -1))
    kind = np.array([r[0] for r in rows])
    n = len(rows)
    return Campaigns(
        kind=kind,
        start=np.array([r[1] for r in rows]),
        end=np.array([r[2] for r in rows]),
        name=[r[3] for r in rows],
        utm=[r[4] for r in rows],
        platform=np.array([r[5] for r in rows]),
        id=col.crm_id("701", np.arange(n)),
        ad_id=col.ident("adc_", np.arange(n)),
    )


def write_campaigns(world: World, sink: Sink) -> Floats:
    """Write campaigns, their advertising twins and what was spent; returns dollars of advertising by month."""
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
    """Write spend by day; platforms restate each of the last three days upwards, so that a day has up to four rows."""
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
        kept = (at <= AS_OF) & (draw.flags(0.55, n) if 0 < step < 3 else True)
        spend = np.round(final * share, 2)
        clicks = np.rint(spend / click_cost).astype(np.int64)
        sink.write(
            "raw_marketing.ad_spend",
            {
                "spend_date": day[kept],
                "ad_campaign_id": col.take(plan.ad_id, campaign[kept]),
                "platform": col.labels(PLATFORMS, platform[kept]),
                "impressions": (clicks * 38 + 11)[kept],
                "clicks": clicks[kept],
                "spend": spend[kept],
                "currency": col.labels(["USD", "EUR"], (platform[kept] == 1).astype(int)),
                "restated_at": at[kept],
                "_loaded_at": np.minimum(at[kept] + 1_800, AS_OF),
            },
        )
        known[kept] = spend[kept]
    rate = world.rates.at((platform == 1).astype(np.int64), day)
    return np.asarray(np.bincount(month_of(day) - FIRST_MONTH, weights=known * rate, minlength=MONTHS), dtype=float)


def newest(starts: Ints, at: Ints) -> Ints:
    """Find the latest campaign that had begun by each day; none gives -1."""
    return np.searchsorted(starts, at, side="right") - 1
