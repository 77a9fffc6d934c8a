"""Writes the cloud product's events: who works on which day, what they do, and what the collector stores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation._accounts import Accounts
from headwater.simulation._clock import AS_OF, DAY, FIRST_DAY, LAST_DAY, Flags, Ints, day_of, day_weights
from headwater.simulation._draw import Draw, cumulate
from headwater.simulation._releases import make_incidents
from headwater.simulation._tables import Sink
from headwater.simulation._users import Memberships, Users
from headwater.simulation._workspaces import Workspaces
from headwater.simulation._world import World, hourly

NAMES = [
    "message_posted",
    "runbook_run",
    "board_updated",
    "file_shared",
    "call_started",
    "search",
    "login",
    "integration_fired",
]
_WEIGHTS = [38, 7, 15, 8, 5, 12, 14, 1]
_BOT_WEIGHTS = [10, 20, 5, 0, 0, 0, 0, 65]
_CLIENTS = ["web", "desktop", "ios", "android"]
_OLD_CLIENTS = ["web", "Desktop", "ios", "android"]
_RENAMED = day_of(2022, 1, 1) * DAY
_RATE = 0.0145
"""The median share of a member's days with a seat on which the member is active."""
_EVENTS = 8.0
"""The median number of events on such a day, besides the first."""


def _properties() -> list[str]:
    """Return the property objects of each event, with 16 variants per event, in the order of the event names."""
    found = []
    for name in NAMES:
        for i in range(16):
            status = "failed" if i % 7 == 3 else "ok"
            found.append(
                {
                    "message_posted": f'{{"length":{5 + 17 * i},"thread":{"true" if i % 3 == 0 else "false"}}}',
                    "runbook_run": f'{{"steps":{2 + i},"duration_s":{20 + 45 * i},"status":"{status}"}}',
                    "board_updated": f'{{"cards":{1 + i % 5}}}',
                    "file_shared": f'{{"bytes":{1_024 * (i + 1) ** 3}}}',
                    "call_started": f'{{"participants":{2 + i % 6},"minutes":{3 + 4 * i}}}',
                    "search": f'{{"results":{(i * 5) % 23}}}',
                    "login": f'{{"method":"{("password", "saml", "google")[i % 3]}"}}',
                    "integration_fired": f'{{"integration":"{("webhook", "pager", "calendar", "git")[i % 4]}"}}',
                }[name]
            )
    return found


_PROPERTIES = _properties()


@dataclass(frozen=True)
class _Happened:
    """What people and integrations did: who, where, when, and whether on a phone."""

    user: Ints
    workspace: Ints
    at: Ints
    phone: Flags

    def of(self, rows: Ints) -> _Happened:
        return _Happened(self.user[rows], self.workspace[rows], self.at[rows], self.phone[rows])


def write_events(
    world: World,
    accounts: Accounts,
    workspaces: Workspaces,
    users: Users,
    members: Memberships,
    paid: Flags,
    sink: Sink,
) -> None:
    """Write a block's events in order of arrival.

    ``paid`` indicates whether each workspace ever paid.
    """
    draw = world.draw("events", accounts.block)
    member, day = _active_days(draw, users, members, paid)
    bot = users.bot[members.user]
    busy = draw.lognormal(_EVENTS, 0.8, len(member))
    count = 1 + draw.poisson(np.where(bot[member], 6.0, busy), len(member))
    phone = np.repeat(draw.flags(0.15, len(member)), count)
    member, day = np.repeat(member, count), np.repeat(day, count)
    user, workspace = members.user[member], members.workspace[member]
    at = draw.working_time(day, accounts.offset[users.account[user]])
    inside = (at >= members.joined[member]) & (at < members.until[member])
    inside &= ~make_incidents(world).lost(at, workspaces.hosting[workspace])
    happened = _Happened(user[inside], workspace[inside], at[inside], phone[inside])
    n = len(happened.at)
    delay = np.where(draw.flags(0.03, n), draw.seconds(60, 3 * DAY, n), draw.integers(1, 40, n))
    received = happened.at + delay
    order = np.lexsort((happened.at, received))
    order = order[received[order] <= AS_OF]
    _write(world, accounts, workspaces, users, happened.of(order), received[order], draw, sink)


def _active_days(draw: Draw, users: Users, members: Memberships, paid: Flags) -> tuple[Ints, Ints]:
    """Draw the days on which each member was active. Some members stop before they are removed."""
    n = len(members.user)
    start, end = members.joined, members.until
    fades = draw.flags(0.35, n)
    end = np.where(fades, start + ((end - start) * draw.uniform(n) ** 1.5).astype(np.int64), end)
    length = np.maximum(end - start, 0) / DAY
    rate = np.minimum(draw.lognormal(_RATE, 0.8, n) * np.where(paid[members.workspace], 1.25, 0.8), 0.7)
    rate = np.where(users.bot[members.user], 0.08, rate)
    days = 1 + draw.poisson(length * rate, n)
    member = np.repeat(np.arange(n), days)
    low = np.clip(start // DAY, FIRST_DAY, LAST_DAY)[member]
    high = np.clip(end // DAY, FIRST_DAY, LAST_DAY)[member]
    return member, draw.days(cumulate(day_weights()), low, np.maximum(high, low))


def _write(
    world: World,
    accounts: Accounts,
    workspaces: Workspaces,
    users: Users,
    happened: _Happened,
    received: Ints,
    draw: Draw,
    sink: Sink,
) -> None:
    user, workspace, at, phone = happened.user, happened.workspace, happened.at, happened.phone
    n = len(at)
    bot = users.bot[user]
    name = draw.pick_by([_WEIGHTS, _BOT_WEIGHTS], bot.astype(np.int64))
    usual = users.number[user] * 2_654_435_761 % 100
    client = np.where(phone, np.where(usual % 2 == 0, 2, 3), np.where(usual < 58, 0, 1))
    client = np.where(bot, 0, client)
    wrong = draw.flags(0.0008, n)
    shift = np.where(draw.flags(0.5, n), draw.seconds(4 * DAY, 400 * DAY, n), -draw.seconds(700 * DAY, 1_900 * DAY, n))
    occurred = np.where(wrong, at + shift, at)
    loaded = hourly(received)
    month = (at // DAY - FIRST_DAY) // 21
    versions = [f"{2 + i // 20}.{i % 20}.0" for i in range(90)]
    duplicates = np.flatnonzero(draw.flags(0.008, n))
    rows = np.concatenate([np.arange(n), duplicates])
    late = np.concatenate(
        [loaded, np.minimum(loaded[duplicates] + 3_600 * draw.integers(1, 6, len(duplicates)), AS_OF)]
    )
    old = (at < _RENAMED)[rows]
    sink.write(
        "raw_telemetry.events",
        {
            "event_id": col.take(col.ident("evt_", world.numbers(accounts.block, n)), rows),
            "event_name": col.labels(NAMES, name[rows]),
            "user_id": col.take(users.id, user[rows]),
            "workspace_id": col.take(workspaces.id, workspace[rows]),
            "occurred_at": occurred[rows],
            "received_at": received[rows],
            "client": col.where(old, col.labels(_OLD_CLIENTS, client[rows]), col.labels(_CLIENTS, client[rows])),
            "client_version": col.labels(versions, np.maximum(month - usual % 4, 0)[rows]),
            "properties": col.labels(_PROPERTIES, (name * 16 + draw.integers(0, 15, n))[rows]),
            "_loaded_at": late,
        },
    )
