"""Defines server releases, advisories, and incidents of the services that collect data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    FIRST_MONTH,
    HOUR,
    LAST_DAY,
    MINUTE,
    START,
    Flags,
    Ints,
    month_start,
)
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly

_MAJORS = {0: 5, 13: 6, 26: 7, 39: 8, 51: 9}
"""The major versions, keyed by their first month, counted from three months before the history."""


@dataclass(frozen=True)
class Releases:
    """All versions, in release order."""

    name: list[str]
    day: Ints
    lts: Flags
    end: Ints


@cache
def releases() -> Releases:
    """Return the releases: a minor version per month, with up to two patches. Every sixth one has a year of support."""
    rows: list[tuple[int, str, bool, int]] = []
    major, since = 5, 0
    for month in range(57):
        if month in _MAJORS:
            major, since = _MAJORS[month], month
        first = int(month_start(np.array([FIRST_MONTH - 3 + month]))[0]) + 15
        lts = (month - since) % 6 == 5
        for patch, later in enumerate((0, 13, 27)[: 2 + (month % 2)]):
            end = first + (365 if lts else 125)
            rows.append((first + later, f"{major}.{month - since}.{patch}", lts, end))
    rows = sorted(r for r in rows if r[0] <= LAST_DAY)
    return Releases(
        name=[r[1] for r in rows],
        day=np.array([r[0] for r in rows]),
        lts=np.array([r[2] for r in rows]),
        end=np.array([r[3] for r in rows]),
    )


@dataclass(frozen=True)
class Incidents:
    """Incidents, with their service, times and region (-1 for all regions)."""

    start: Ints
    end: Ints
    kind: Ints
    region: Ints

    def lost(self, at: Ints, region: Ints) -> Flags:
        """Return a mask of the events that the collector lost."""
        is_lost = np.zeros(len(at), dtype=bool)
        for i in np.flatnonzero(self.kind == 2):
            inside = (at >= self.start[i]) & (at < self.end[i])
            is_lost |= inside & ((self.region[i] < 0) | (region == self.region[i]))
        return is_lost


def make_incidents(world: World) -> Incidents:
    """Draw the 108 incidents of the history, about two per month. Seven of them caused data loss."""
    draw, n = world.draw("incidents"), 108
    start = np.sort(draw.seconds(START, AS_OF - 2 * DAY, n)) // MINUTE * MINUTE
    kind = draw.pick([30, 70, 0], n)
    kind[8:n:15] = 2
    hours = np.where(kind == 2, draw.between(7, 30, n), draw.between(0.2, 6, n))
    end = start + np.rint(hours * 60).astype(np.int64) * MINUTE
    region = np.where(draw.flags(0.45, n), -1, draw.integers(0, 3, n))
    return Incidents(start, end, kind, region)


def write_releases(world: World, sink: Sink) -> None:
    """Write versions, advisories and incidents."""
    known, n = releases(), len(releases().name)
    every = np.arange(n)
    lts_edition = np.where(known.lts, 1, 0)
    sink.write(
        "raw_releases.versions",
        {
            "version": col.labels(known.name, every),
            "released_on": known.day,
            "is_lts": known.lts,
            "end_of_support_on": known.end,
            "edition_minimum": col.labels(["free", "professional"], lts_edition),
            "_loaded_at": np.minimum(np.maximum(known.day, FIRST_DAY) * DAY + 20 * HOUR, AS_OF),
        },
    )
    patches = np.flatnonzero([name.endswith(".2") for name in known.name])
    m = len(patches)
    draw = world.draw("advisories")
    sink.write(
        "raw_releases.security_advisories",
        {
            "advisory_id": col.join(
                "MSA-",
                col.digits(2021 + np.maximum(known.day[patches] - FIRST_DAY, 0) // 366),
                "-",
                col.digits(np.arange(m) + 1, 3),
            ),
            "published_on": np.minimum(np.maximum(known.day[patches] + 3, FIRST_DAY), LAST_DAY),
            "severity": col.labels(["low", "medium", "high", "critical"], draw.pick([25, 40, 25, 10], m)),
            "fixed_in_version": col.labels(known.name, patches),
            "affects_from_version": col.labels(known.name, np.maximum(patches - draw.integers(3, 12, m), 0)),
            "_loaded_at": np.minimum(np.maximum(known.day[patches] + 4, FIRST_DAY) * DAY, AS_OF),
        },
    )
    incidents = make_incidents(world)
    k = len(incidents.start)
    services = ["api", "event-collector", "boards", "calls", "billing", "ping-endpoint"]
    service = np.where(incidents.kind == 2, 1, draw.pick([35, 0, 25, 20, 20, 0], k))
    sink.write(
        "raw_telemetry.incidents",
        {
            "incident_id": 1_001 + np.arange(k),
            "service": col.labels(services, service),
            "severity": col.labels(
                ["sev1", "sev2", "sev3"],
                np.where(incidents.kind == 1, draw.pick([0, 40, 60], k), draw.pick([50, 50, 0], k)),
            ),
            "started_at": incidents.start,
            "resolved_at": incidents.end,
            "kind": col.labels(["outage", "degraded", "telemetry_loss"], incidents.kind),
            "region": col.labels(geo.HOSTING, incidents.region),
            "_loaded_at": hourly(incidents.end),
        },
    )
