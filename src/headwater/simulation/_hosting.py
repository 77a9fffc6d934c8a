"""Writes daily hosting costs for shared services in each region and for dedicated machines."""

from __future__ import annotations

import numpy as np

from headwater.simulation import _chart as chart
from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._catalog import ENTERPRISE, TEAM
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    DAYS,
    FIRST_DAY,
    FIRST_MONTH,
    HOUR,
    LAST_DAY,
    MONTHS,
    NULL,
    Floats,
    month_of,
)
from headwater.simulation._journal import AP, Journal
from headwater.simulation._subscriptions import Subscriptions
from headwater.simulation._tables import Sink
from headwater.simulation._workspaces import Workspaces
from headwater.simulation._world import World

SERVICES = ["compute", "database", "storage", "network", "dedicated-compute"]


def write_shared_costs(world: World, sink: Sink) -> Floats:
    """Write the costs of shared services, and return dollars per month, net of credits."""
    draw = world.draw("hosting")
    day, region, service = (
        g.ravel() for g in np.meshgrid(np.arange(FIRST_DAY, LAST_DAY + 1), np.arange(4), np.arange(4), indexing="ij")
    )
    n = len(day)
    base = np.array([46.0, 9.0, 25.0, 13.0])[region] * np.array([1.0, 0.6, 0.25, 0.18])[service]
    growth = 0.5 + 3.4 * (day - FIRST_DAY) / DAYS
    cost = np.round(base * growth * world.scale * draw.between(0.92, 1.08, n), 4)
    credit = np.where(service == 0, np.round(cost * 0.12, 4), 0.0)
    sink.write(
        "raw_cloud.usage_costs",
        {
            "usage_date": day,
            "region": col.labels(geo.HOSTING, region),
            "service": col.labels(SERVICES, service),
            "workspace_id": None,
            "cost_usd": cost,
            "credit_usd": credit,
            "_loaded_at": np.minimum((day + 1) * DAY + 9 * HOUR, AS_OF),
        },
    )
    return np.asarray(np.bincount(month_of(day) - FIRST_MONTH, weights=cost - credit, minlength=MONTHS), dtype=float)


def write_dedicated_costs(
    world: World, block: int, workspaces: Workspaces, subs: Subscriptions, sink: Sink
) -> list[Journal]:
    """Write the costs of workspaces on dedicated machines: a third of the workspaces with a yearly enterprise plan."""
    draw = world.draw("dedicated", block)
    own = np.flatnonzero(
        (subs.product == ENTERPRISE - TEAM) & (subs.interval == 1) & (subs.anchor != NULL) & (subs.workspace % 3 == 0)
    )
    first = subs.anchor[own] // DAY
    last = np.where(subs.ended[own] == NULL, AS_OF, np.maximum(subs.ended[own], subs.anchor[own])) // DAY
    length = last - first + 1
    of = np.repeat(np.arange(len(own)), length)
    day = first[of] + np.arange(len(of)) - np.repeat(np.cumsum(length) - length, length)
    workspace = subs.workspace[own][of]
    cost = np.round((1.5 + 0.06 * subs.quantity[own][of]) * draw.between(0.9, 1.1, len(of)), 4)
    credit = np.zeros(len(of))
    sink.write(
        "raw_cloud.usage_costs",
        {
            "usage_date": day,
            "region": col.labels(geo.HOSTING, workspaces.hosting[workspace]),
            "service": col.labels(SERVICES[4:], np.zeros(len(of), dtype=np.int64)),
            "workspace_id": col.take(workspaces.id, workspace),
            "cost_usd": cost,
            "credit_usd": credit,
            "_loaded_at": np.minimum((day + 1) * DAY + 9 * HOUR, AS_OF),
        },
    )
    journal = Journal("HST", "Dedicated hosting", AP)
    monthly = np.rint(np.bincount(month_of(day) - FIRST_MONTH, weights=cost, minlength=MONTHS) * 100).astype(np.int64)
    journal.post(chart.HOSTING, np.arange(MONTHS), monthly, chart.INFRASTRUCTURE)
    journal.post(chart.PAYABLES, np.arange(MONTHS), -monthly)
    paid = Journal("HSP", "Dedicated hosting paid", AP)
    journal.settle_next_month(chart.PAYABLES, paid)
    return [journal, paid]
