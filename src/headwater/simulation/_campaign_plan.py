"""Plans the company's marketing: campaigns on three advertising platforms, webinars, newsletters and trade fairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation._clock import LAST_DAY, Ints, day_of

PLATFORMS = ["google", "linkedin", "meta"]
MEDIUM = ["cpc", "paid_social", "paid_social"]
_THEMES = ["brand", "competitor", "runbooks", "incident-response", "self-hosted", "ops-teams"]
KINDS = ["Advertising", "Webinar", "Email", "Trade Fair"]
ADVERTISING, WEBINAR, EMAIL, FAIR = range(4)
_WEBINARS = ["Runbooks that run", "On-call without burnout", "Self-hosting at scale", "Boards for operations"]
_FAIRS = ["OpsDays Berlin", "Cloud Ops Summit", "Reliability Forum", "Enterprise IT Tokyo"]


@dataclass(frozen=True)
class Campaigns:
    """The CRM's campaigns. Each advertising campaign has a counterpart on a platform."""

    kind: Ints
    start: Ints
    end: Ints
    name: list[str]
    utm: list[str]
    platform: Ints
    id: pa.Array
    ad_id: pa.Array

    def running(self, kind: int) -> Ints:
        """Return the campaigns of one kind."""
        return np.flatnonzero(self.kind == kind)


def plan_campaigns() -> Campaigns:
    """Plan the campaigns of all years. They are the same for every company, except that budgets grow with the scale."""
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
        event_day = day_of(year, number, 8 + month * 5 % 14)
        title = _WEBINARS[month % 4]
        if month % 3 != 1:
            rows.append(
                (
                    WEBINAR,
                    event_day - 21,
                    event_day,
                    f"Webinar: {title} {year}-{number:02d}",
                    f"webinar-{year}-{number:02d}",
                    -1,
                )
            )
        rows.append(
            (
                EMAIL,
                event_day - 3,
                event_day + 10,
                f"Newsletter {year}-{number:02d}",
                f"newsletter-{year}-{number:02d}",
                -1,
            )
        )
        if month % 4 == 2:
            rows.append(
                (FAIR, event_day, event_day + 2, f"{_FAIRS[month // 4 % 4]} {year}", f"fair-{year}-{number:02d}", -1)
            )
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
