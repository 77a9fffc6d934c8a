"""Writes support data: organizations, and tickets from opening to closing with their comments and ratings."""

from __future__ import annotations

import numpy as np

from headwater.simulation import _columns as col
from headwater.simulation import _ticket_rows
from headwater.simulation._accounts import Accounts
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    HOUR,
    LAST_DAY,
    MINUTE,
    NULL,
    START,
    Flags,
    Ints,
    day_of,
    day_weights,
)
from headwater.simulation._draw import Draw, cumulate
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._ticket_rows import PRIORITIES
from headwater.simulation._users import Users
from headwater.simulation._world import World, hourly

_COURSE = ("first", "solved", "again", "final", "closed", "spam", "waits", "hold")


def write_support(world: World, accounts: Accounts, users: Users, paid: Flags, sink: Sink) -> None:
    """Write the support data of a block.

    ``paid`` indicates whether each account ever paid.
    """
    organization = _write_organizations(world, accounts, paid, sink)
    tickets = _tickets(world, accounts, users, paid)
    _ticket_rows.write_tickets(world, accounts, users, organization, tickets, sink)
    _ticket_rows.write_events(world, accounts.block, tickets, sink)
    _ticket_rows.write_comments(world, accounts.block, tickets, sink)
    _ticket_rows.write_ratings(world, accounts.block, tickets, sink)


def _write_organizations(world: World, accounts: Accounts, paid: Flags, sink: Sink) -> Ints:
    """Write an organization for each account that ever paid and for some others.

    Return each account's organization id, or -1.
    """
    draw, n = world.draw("organizations", accounts.block), len(accounts)
    some = np.flatnonzero(paid | draw.flags(0.35, n))
    m = len(some)
    domains = col.take(accounts.domain, some)
    second = draw.flags(0.15, m)
    created = np.minimum(accounts.created[some] + draw.seconds(HOUR, 30 * DAY, m), AS_OF)
    ids = np.full(n, -1)
    ids[some] = 500_000 + world.numbers_by_time(accounts.block, created)
    sink.write(
        "raw_support.organizations",
        {
            "id": ids[some],
            "name": col.take(accounts.name, some),
            "external_id": col.where(draw.flags(0.06, m), None, col.take(accounts.id, some)),
            "domain_names": col.where(second, col.join(domains, " mail.", domains), domains),
            "created_at": created,
            "_loaded_at": hourly(created),
        },
    )
    return ids


def _tickets(world: World, accounts: Accounts, users: Users, paid: Flags) -> Rows:
    """Draw tickets and their progress. ``account`` is -1 for strangers and spam, and ``user`` is the requester."""
    draw = world.draw("tickets", accounts.block)
    account, at = _draw_tickets(draw, accounts, paid)
    n = len(at)
    category = draw.pick([26, 24, 12, 5, 10, 8, 9, 6], n)
    priority = np.where(category == 3, draw.pick([0, 5, 45, 50], n), draw.pick([22, 52, 20, 6], n))
    # Colleagues of the owner ask questions, too. An account's users are not stored next to each other, so the owner
    # replaces half of them.
    user = _a_user(users, len(accounts), draw.uniform(n), account)
    rows = Rows("account", "user", "at", "category", "priority", *_COURSE, "team", "merged")
    course = _course(draw, account, at, priority)
    merged = np.where(draw.flags(0.02, n) & (np.arange(n) > 0) & (account >= 0), 1, 0)
    rows.add(
        n,
        account=account,
        user=user,
        at=at,
        category=category,
        priority=priority,
        **course,
        team=_agents(world, draw.uniform(n), at // DAY),
        merged=_targets(account, merged),
    )
    return rows


def _draw_tickets(draw: Draw, accounts: Accounts, paid: Flags) -> tuple[Ints, Ints]:
    """Draw the account of each ticket (-1 for strangers) and the time at which it was written, in time order."""
    years = (accounts.alive_until - accounts.created) / (365 * DAY)
    size = np.array([1.2, 3.4, 7.2])[accounts.segment] * np.where(paid, 1.6, 0.25)
    count = draw.poisson(size * years, len(accounts))
    account = np.repeat(np.arange(len(accounts)), count)
    low = accounts.created[account] // DAY
    day = draw.days(cumulate(day_weights()), low, np.maximum(accounts.alive_until[account] // DAY, low))
    at = np.maximum(draw.working_time(day, accounts.offset[account]), accounts.created[account] + 60)
    stray = round(len(accounts) * 0.18)
    account = np.concatenate([account, np.full(stray, -1)])
    stray_days = draw.days(cumulate(day_weights()), np.full(stray, FIRST_DAY), np.full(stray, LAST_DAY))
    at = np.concatenate([at, draw.working_time(stray_days, -6.0)])
    order = np.argsort(at, kind="stable")
    order = order[at[order] < AS_OF - HOUR]
    return account[order], at[order]


def _course(draw: Draw, account: Ints, at: Ints, priority: Ints) -> dict[str, Ints | Flags]:
    """Draw the times at which tickets were answered, solved and reopened, under the names in ``_COURSE``."""
    n = len(at)
    first = np.rint(draw.lognormal(np.array([300.0, 160.0, 60.0, 22.0])[priority], 0.9, n) * MINUTE).astype(np.int64)
    solve = first + np.rint(
        draw.lognormal(np.array([3_000.0, 1_500.0, 700.0, 300.0])[priority], 1.0, n) * MINUTE
    ).astype(np.int64)
    spam = (account < 0) & draw.flags(0.6, n)
    waits = draw.flags(0.45, n)
    hold = ~waits & draw.flags(0.1, n)
    solved = at + solve
    reopened = draw.flags(0.06, n) & ~spam
    again = solved + draw.seconds(2 * HOUR, 3 * DAY, n)
    resolved = np.where(reopened, again + draw.seconds(2 * HOUR, 5 * DAY, n), solved)
    # An hourly job closes the tickets that were solved four days ago, one after the other.
    closed = -(-(resolved + 4 * DAY) // HOUR) * HOUR + 3 + resolved * 2_654_435_761 % 97
    values = at + first, solved, np.where(reopened, again, NULL), resolved, closed, spam, waits, hold
    return dict(zip(_COURSE, values, strict=True))


def _a_user(users: Users, n_accounts: int, luck: np.ndarray, account: Ints) -> Ints:
    """Return one user for each account."""
    order = np.argsort(users.account, kind="stable")
    begin = np.searchsorted(users.account[order], np.arange(n_accounts + 1))
    many = begin[1:] - begin[:-1]
    chosen = order[np.minimum(begin[account] + np.floor(luck**2 * many[account]).astype(np.int64), len(order) - 1)]
    return np.where(account >= 0, chosen, -1)


def _targets(account: Ints, merged: Ints) -> Ints:
    """Return the target of each merged ticket: the account's previous ticket, unless that one was merged, too."""
    order = np.argsort(account, kind="stable")
    previous = np.full(len(account), -1)
    same = account[order][1:] == account[order][:-1]
    previous[order[1:][same]] = order[:-1][same]
    good = (merged == 1) & (previous >= 0)
    good &= ~((merged == 1)[np.maximum(previous, 0)])
    return np.where(good, previous, -1)


def _agents(world: World, luck: np.ndarray, day: Ints) -> Ints:
    """Return a support agent who works in the region on the day."""
    staff = world.staff
    is_hired = (staff.agent_hired[None, :] <= day[:, None]) & (
        (staff.agent_left == NULL)[None, :] | (staff.agent_left[None, :] > day[:, None])
    )
    rank = np.cumsum(is_hired, axis=1)
    want = 1 + np.floor(luck * rank[:, -1]).astype(np.int64)
    return np.asarray((rank < want[:, None]).sum(axis=1), dtype=np.int64)


def write_policies(sink: Sink) -> None:
    """Write the service levels by plan tier and priority, which became stricter in 2023."""
    tiers = ["free", "team", "business", "enterprise"]
    first = [[2_880, 1_440, 720, 480], [1_440, 720, 240, 120], [720, 480, 120, 60], [480, 240, 60, 30]]
    turn = day_of(2023, 1, 1)
    tier, priority, era = (
        grid.ravel() for grid in np.meshgrid(np.arange(4), np.arange(4), np.arange(2), indexing="ij")
    )
    minutes = np.array(first)[tier, priority] * np.where(era == 0, 1.5, 1.0)
    n = len(tier)
    sink.write(
        "raw_support.sla_policies",
        {
            "id": np.arange(n) + 1,
            "plan_tier": col.labels(tiers, tier),
            "priority": col.labels(PRIORITIES, priority),
            "first_response_minutes": minutes.astype(np.int64),
            "resolution_minutes": (minutes * 8).astype(np.int64),
            "business_hours_only": (tier < 3) & (priority < 3),
            "valid_from": np.where(era == 0, FIRST_DAY, turn),
            "valid_to": np.where(era == 0, turn - 1, NULL),
            "_loaded_at": np.where(era == 0, START, turn * DAY) + 7_500,
        },
    )
