"""Writes customer-facing staff, as the CRM and the support tool store them, with territories and quotas."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _words as words
from headwater.simulation._clock import AS_OF, DAY, FIRST_MONTH, NULL, START, fiscal_quarter, month_start
from headwater.simulation._geography import REGIONS
from headwater.simulation._hiring import AE, INTEGRATION, ROLES, SEGMENTS, TEAMS
from headwater.simulation._tables import Sink
from headwater.simulation._world import World


def write_staff(world: World, sink: Sink) -> None:
    """Write the CRM's users, territories and quotas, and the support agents."""
    staff, draw = world.staff, world.draw("staff names")
    n = len(staff.role)
    numbers = np.arange(n)
    given_name, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    names = words.people(given_name, family, NULL)
    system = staff.role == INTEGRATION
    place = np.arange(9)
    territory_ids = col.crm_id("0TY", place)
    sink.write(
        "raw_crm.users",
        {
            "id": staff.id,
            "name": col.where(system, "Integration User", names),
            "email": col.where(
                system,
                "integrations@mooring.example",
                col.join(words.mailboxes(given_name, family, NULL, numbers), "@mooring.example"),
            ),
            "role": col.labels(ROLES, staff.role),
            "manager_id": col.take(staff.id, staff.manager),
            "territory_id": col.take(territory_ids, staff.territory),
            "is_active": staff.left == NULL,
            "hired_on": np.where(system, NULL, staff.hired),
            "left_on": staff.left,
            "_loaded_at": np.minimum(np.maximum(np.maximum(staff.hired, staff.left) * DAY, START) + 7_500, AS_OF),
        },
    )
    sink.write(
        "raw_crm.territories",
        {
            "id": territory_ids,
            "name": col.join(col.labels(REGIONS, place // 3), " ", col.labels(SEGMENTS, place % 3)),
            "region": col.labels(REGIONS, place // 3),
            "segment": col.labels(SEGMENTS, place % 3),
            "_loaded_at": START + 7_500,
        },
    )
    _write_quotas(world, sink)
    n = len(staff.agent_id)
    given_name, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    sink.write(
        "raw_support.agents",
        {
            "id": staff.agent_id,
            "name": words.people(given_name, family, NULL),
            "email": col.join(words.mailboxes(given_name, family, NULL, 700 + np.arange(n)), "@mooring.example"),
            "team": col.labels(TEAMS, staff.agent_team),
            "hired_on": staff.agent_hired,
            "is_active": staff.agent_left == NULL,
            "_loaded_at": np.maximum(staff.agent_hired * DAY, START) + 7_500,
        },
    )


def _write_quotas(world: World, sink: Sink) -> None:
    """Write a quota for each account executive and fiscal quarter. Quotas are lower in the first two quarters."""
    staff = world.staff
    starts = month_start(FIRST_MONTH + 1 + 3 * np.arange(18))  # February 2021 to May 2025
    sellers = np.flatnonzero(staff.role == AE)
    seller, quarter = (grid.ravel() for grid in np.meshgrid(sellers, np.arange(18), indexing="ij"))
    is_hired = (staff.hired[seller] <= starts[quarter]) & (
        (staff.left[seller] == NULL) | (staff.left[seller] > starts[quarter])
    )
    seller, quarter = seller[is_hired], quarter[is_hired]
    base = np.array([2_500.0, 20_000.0, 100_000.0])[staff.territory[seller] % 3]
    ramp = np.where(starts[quarter] - staff.hired[seller] < 180, 0.5, 1.0)
    amount = np.rint(base * ramp * (1 + 0.06 * quarter) / 100) * 100
    sink.write(
        "raw_crm.quotas",
        {
            "id": col.crm_id("0QT", seller * 100 + quarter),
            "user_id": col.take(staff.id, seller),
            "fiscal_quarter": pa.array(fiscal_quarter(starts))[:].take(pa.array(quarter)),
            "quota_amount": amount,
            "_loaded_at": starts[quarter] * DAY + 7_500,
        },
    )
