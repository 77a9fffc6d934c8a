"""Mooring's people who face customers: sales with territories and quotas, and support."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _words as words
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    FIRST_MONTH,
    LAST_DAY,
    NULL,
    START,
    Ints,
    fiscal_quarter,
    month_start,
)
from headwater.simulation._geography import REGIONS

if TYPE_CHECKING:
    from headwater.simulation._draw import Draw
    from headwater.simulation._tables import Sink
    from headwater.simulation._world import World

SEGMENTS = ["SMB", "Mid-Market", "Enterprise"]
ROLES = ["AE", "SDR", "CSM", "Manager", "VP", "Integration"]
AE, SDR, CSM, MANAGER, VP, INTEGRATION = range(6)
_MOST = 20.0
"""Staff grows with scale up to this factor: each block looks at all of them."""
TEAMS = ["Frontline", "Technical", "Enterprise", "Billing"]


@dataclass(frozen=True)
class Staff:
    """Sales people (row 0 is the system user, row 1 the VP) and support agents."""

    role: Ints
    territory: Ints
    manager: Ints
    hired: Ints
    left: Ints
    id: pa.Array
    agent_id: Ints
    agent_team: Ints
    agent_hired: Ints
    agent_left: Ints

    def assign(self, draw: Draw, role: int, territory: Ints, at: Ints) -> Ints:
        """Pick somebody of a role who works in each territory on each day; there is always one."""
        chosen = np.full(len(territory), -1, dtype=np.int64)
        for place in range(9):
            rows = np.flatnonzero(territory == place)
            people = np.flatnonzero((self.role == role) & (self.territory == place))
            day = at[rows][:, None]
            there = (self.hired[people] <= day) & ((self.left[people] == NULL) | (self.left[people] > day))
            there[:, 0] = True
            liking = np.where(there, draw.uniform(len(rows) * len(people)).reshape(len(rows), len(people)), -1.0)
            chosen[rows] = people[liking.argmax(axis=1)]
        return chosen


def hire(draw: Draw, scale: float) -> Staff:
    """Hire everybody: at the beginning or as the company grows; some leave, but never a territory's first."""
    many = min(max(1.0, scale), _MOST)
    role, territory, manager = [INTEGRATION, VP], [-1, -1], [-1, -1]
    for place in range(9):
        boss = len(role)
        role, territory, manager = [*role, MANAGER], [*territory, place], [*manager, 1]
        for kind, count in ((AE, (1, 3, 5)[place % 3]), (SDR, 3), (CSM, 2)):
            count = round(count * many)
            role += [kind] * count
            territory += [place] * count
            manager += [boss] * count
    kinds = np.array(role)
    n = len(kinds)
    first = np.r_[True, (kinds[1:] != kinds[:-1])]
    hired = np.where(first, FIRST_DAY - 100, draw.seconds(FIRST_DAY - 100, LAST_DAY - 60, n))
    gone = draw.flags(0.3, n) & ~first
    left = np.where(gone, hired + draw.seconds(200, 1_100, n), NULL)
    left = np.where(left > LAST_DAY, NULL, left)
    agents = round(45 * many)
    since = np.where(np.arange(agents) < 8, FIRST_DAY - 60, draw.seconds(FIRST_DAY, LAST_DAY - 30, agents))
    until = np.where(draw.flags(0.25, agents), since + draw.seconds(300, 1_200, agents), NULL)
    until = np.where((until > LAST_DAY) | (np.arange(agents) < 8), NULL, until)
    return Staff(
        role=kinds,
        territory=np.array(territory),
        manager=np.array(manager),
        hired=hired,
        left=left,
        id=col.crm_id("005", np.arange(n)),
        agent_id=90_001 + np.arange(agents),
        agent_team=np.arange(agents) % 4,
        agent_hired=since,
        agent_left=until,
    )


def write_staff(world: World, sink: Sink) -> None:
    """Write the CRM's users, territories and quotas, and the support agents."""
    staff, draw = world.staff, world.draw("staff names")
    n = len(staff.role)
    numbers = np.arange(n)
    given, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    names = words.people(given, family)
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
                col.join(words.mailboxes(given, family, numbers), "@mooring.example"),
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
    given, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    sink.write(
        "raw_support.agents",
        {
            "id": staff.agent_id,
            "name": words.people(given, family),
            "email": col.join(words.mailboxes(given, family, 700 + np.arange(n)), "@mooring.example"),
            "team": col.labels(TEAMS, staff.agent_team),
            "hired_on": staff.agent_hired,
            "is_active": staff.agent_left == NULL,
            "_loaded_at": np.maximum(staff.agent_hired * DAY, START) + 7_500,
        },
    )


def _write_quotas(world: World, sink: Sink) -> None:
    """Give each AE a quota for each fiscal quarter that begins while they work here; ramping in the first two."""
    staff = world.staff
    starts = month_start(FIRST_MONTH + 1 + 3 * np.arange(18))  # February 2021 to May 2025
    sellers = np.flatnonzero(staff.role == AE)
    seller, quarter = (grid.ravel() for grid in np.meshgrid(sellers, np.arange(18), indexing="ij"))
    there = (staff.hired[seller] <= starts[quarter]) & (
        (staff.left[seller] == NULL) | (staff.left[seller] > starts[quarter])
    )
    seller, quarter = seller[there], quarter[there]
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
