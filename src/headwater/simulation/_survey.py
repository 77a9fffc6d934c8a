"""Writes net promoter score responses. Every half year, some active users are asked, and a few answer twice."""

from __future__ import annotations

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation._accounts import Accounts
from headwater.simulation._clock import AS_OF, DAY, FIRST_MONTH, HOUR, Ints, month_start
from headwater.simulation._tables import Sink
from headwater.simulation._users import Memberships, Users
from headwater.simulation._workspaces import Workspaces
from headwater.simulation._world import World, hourly

_COMMENTS = ["Love the runbooks.", "Search is slow.", "Too expensive for us.", "Great support.", None, None, None, None]


def write_responses(
    world: World, accounts: Accounts, workspaces: Workspaces, users: Users, members: Memberships, sink: Sink
) -> None:
    """Write responses with unique ids. A user's second response corrects the first."""
    draw = world.draw("nps", accounts.block)
    parts: list[tuple[Ints, Ints]] = []
    for half in range(9):
        opens = int(month_start(np.array([FIRST_MONTH + 2 + 6 * half]))[0]) * DAY
        is_member = (members.joined < opens - 30 * DAY) & (members.until > opens + 30 * DAY) & ~users.bot[members.user]
        some = np.flatnonzero(is_member & draw.flags(0.09, len(is_member)))
        at = opens + draw.seconds(8 * HOUR, 28 * DAY, len(some))
        twice = draw.flags(0.03, len(some))
        parts += [(some, at), (some[twice], at[twice] + draw.seconds(60, 5 * DAY, int(twice.sum())))]
    member, at = (np.concatenate([p[i] for p in parts]) for i in range(2))
    order = np.argsort(at, kind="stable")
    order = order[at[order] <= AS_OF]
    member, at = member[order], at[order]
    n = len(at)
    sink.write(
        "raw_survey.nps_responses",
        {
            "response_id": col.ident("nps_", world.numbers(accounts.block, n)),
            "user_id": col.take(users.id, members.user[member]),
            "workspace_id": col.take(workspaces.id, members.workspace[member]),
            "score": draw.pick([2, 1, 1, 2, 2, 6, 7, 14, 22, 22, 21], n),
            "comment": col.labels(_COMMENTS, draw.integers(0, 7, n)),
            "responded_at": at,
            "_loaded_at": hourly(at),
        },
    )
