"""Hires Mooring's customer-facing staff: salespeople with territories, and support agents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation._clock import FIRST_DAY, LAST_DAY, NULL, Ints
from headwater.simulation._draw import Draw

SEGMENTS = ["SMB", "Mid-Market", "Enterprise"]
ROLES = ["AE", "SDR", "CSM", "Manager", "VP", "Integration"]
AE, SDR, CSM, MANAGER, VP, INTEGRATION = range(6)
_MOST = 20.0
"""The maximum factor by which the staff grows with scale, because each block has to process the whole staff."""
TEAMS = ["Frontline", "Technical", "Enterprise", "Billing"]


@dataclass(frozen=True)
class Staff:
    """Salespeople (row 0 is the system user, row 1 the VP) and support agents."""

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
        """Return a person in this role who works in the given territory on the given day. One always exists."""
        chosen = np.full(len(territory), -1, dtype=np.int64)
        for place in range(9):
            rows = np.flatnonzero(territory == place)
            people = np.flatnonzero((self.role == role) & (self.territory == place))
            day = at[rows][:, None]
            is_employed = (self.hired[people] <= day) & ((self.left[people] == NULL) | (self.left[people] > day))
            is_employed[:, 0] = True
            liking = np.where(is_employed, draw.uniform(len(rows) * len(people)).reshape(len(rows), len(people)), -1.0)
            chosen[rows] = people[liking.argmax(axis=1)]
        return chosen


def hire(draw: Draw, scale: float) -> Staff:
    """Hire everybody, initially or as the company grows. Some leave, except for the first person in each territory."""
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
    has_left = draw.flags(0.3, n) & ~first
    left_at = np.where(has_left, hired + draw.seconds(200, 1_100, n), NULL)
    left_at = np.where(left_at > LAST_DAY, NULL, left_at)
    agents = round(45 * many)
    since = np.where(np.arange(agents) < 8, FIRST_DAY - 60, draw.seconds(FIRST_DAY, LAST_DAY - 30, agents))
    until = np.where(draw.flags(0.25, agents), since + draw.seconds(300, 1_200, agents), NULL)
    until = np.where((until > LAST_DAY) | (np.arange(agents) < 8), NULL, until)
    return Staff(
        role=kinds,
        territory=np.array(territory),
        manager=np.array(manager),
        hired=hired,
        left=left_at,
        id=col.crm_id("005", np.arange(n)),
        agent_id=90_001 + np.arange(agents),
        agent_team=np.arange(agents) % 4,
        agent_hired=since,
        agent_left=until,
    )
