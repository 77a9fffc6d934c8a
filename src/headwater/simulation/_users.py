"""Simulates users (owners who sign up, colleagues that they invite, bots, guests) and their memberships."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation import _words as words
from headwater.simulation._accounts import Accounts
from headwater.simulation._clock import AS_OF, DAY, HOUR, MINUTE, NULL, Flags, Ints, day_of
from headwater.simulation._tables import Sink
from headwater.simulation._workspaces import Workspaces
from headwater.simulation._world import World, hourly

SOURCES = ["organic", "invite", "paid", "partner", "sales"]
ORGANIC, INVITE, PAID_ADS, PARTNER, SALES = range(5)
_OLD_SOURCES = ["Organic", "invite", "google", "partner", "sales"]
_NEW_SOURCES_FROM = day_of(2021, 10, 1) * DAY
ROLES = ["owner", "admin", "member", "guest"]


@dataclass(frozen=True)
class Users:
    """The users of a block. ``account`` is a position in the block, ``workspace`` the user's first workspace or -1."""

    number: Ints
    id: pa.Array
    account: Ints
    workspace: Ints
    owner: Flags
    """Whether the user owns the account."""
    created: Ints
    deleted: Ints
    bot: Flags
    guest: Flags
    source: Ints
    visitor: Ints
    """The number of the web visitor who signed up, or NULL."""
    email: pa.Array
    owner_of: Ints
    """The position of each account's owner."""

    def __len__(self) -> int:
        return len(self.number)


@dataclass(frozen=True)
class Memberships:
    """Workspace memberships. ``user`` and ``workspace`` are positions in the block."""

    user: Ints
    workspace: Ints
    role: Ints
    joined: Ints
    removed: Ints
    until: Ints
    """The end of the membership: its removal, the deletion of the user or workspace, or the frozen clock."""


def make_users(world: World, accounts: Accounts, workspaces: Workspaces, peak: Ints) -> Users:
    """Create users: one owner per account, and colleagues for each workspace.

    ``peak`` is the maximum number of seats that each workspace ever paid for, or zero.
    """
    draw = world.draw("users", accounts.block)
    n_accounts = len(accounts)
    w = len(workspaces)
    paid = np.rint(peak * draw.between(0.35, 0.7, w)).astype(np.int64)
    count = np.where(peak > 0, np.maximum(paid - 1, 0), np.minimum(draw.poisson(0.9, w), 8))
    workspace = np.concatenate([np.full(n_accounts, -1), np.repeat(np.arange(w), count)])
    n = len(workspace)
    owner = np.arange(n) < n_accounts
    account = np.where(owner, np.arange(n), workspaces.account[workspace])
    first = np.full(n_accounts, -1)
    first[workspaces.account[::-1]] = np.arange(w)[::-1]
    workspace = np.where(owner, first[account], workspace)
    begin = np.where(owner, accounts.created[account], workspaces.created[workspace])
    until = np.where(owner, accounts.alive_until[account], workspaces.alive_until[workspace])
    day = (begin + (until - begin) * draw.uniform(n) ** 2.2).astype(np.int64) // DAY
    # Those who would come before the workspace is there, or after its end, come a while after or before.
    edges = world.draw("edges of workspaces", accounts.block)
    soonest = begin + edges.seconds(4 * MINUTE, 2 * HOUR, n)
    latest = np.maximum(until - edges.seconds(10 * MINUTE, 8 * HOUR, n), soonest + MINUTE)
    later = np.clip(draw.working_time(day, accounts.offset[account]), soonest, latest)
    created = np.where(owner, begin, np.minimum(later, AS_OF))
    deleted = np.where(
        draw.flags(0.05, n) & ~owner, draw.seconds(created + DAY, np.maximum(AS_OF, created + 2 * DAY), n), NULL
    )
    account_deleted = accounts.deleted[account]
    deleted = np.where(
        (account_deleted != NULL) & ((deleted == NULL) | (deleted > account_deleted)), account_deleted, deleted
    )
    deleted = np.where(deleted > AS_OF, NULL, deleted)
    created = np.where((deleted != NULL) & ~owner, np.minimum(created, deleted - 60), created)
    bot = draw.flags(0.012, n) & ~owner
    guest = draw.flags(0.03, n) & ~owner & ~bot
    source = np.where(owner, draw.pick([52, 0, 26, 10, 12], n), np.where(draw.flags(0.9, n), INVITE, ORGANIC))
    source = np.where(owner & accounts.sales_led[account], SALES, source)
    number = world.numbers(accounts.block, n)
    is_known = (source != INVITE) & (source != SALES) & draw.flags(0.92, n)
    return Users(
        number=number,
        id=col.ident("usr_", number),
        account=account,
        workspace=workspace,
        owner=owner,
        created=created,
        deleted=deleted,
        bot=bot,
        guest=guest,
        source=source,
        visitor=np.where(is_known, number * 2, NULL),
        email=_emails(world, accounts, account, number, bot, guest),
        owner_of=np.arange(n_accounts),
    )


def _emails(world: World, accounts: Accounts, account: Ints, number: Ints, bot: Flags, guest: Flags) -> pa.Array:
    """Return an address for each user, unique when lower-cased. Some addresses contain capitals."""
    draw = world.draw("emails", accounts.block)
    n = len(account)
    given_name, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    staff = draw.flags(0.003, n)  # Mooring's own staff help in customer workspaces
    box = words.mailboxes(given_name, family, accounts.country[account], number)
    box = col.where(bot, col.join("bot-", col.digits(number)), box)
    domain = col.take(accounts.domain, account)
    domain = col.where(guest, "freelance.example.net", domain)
    domain = col.where(accounts.internal[account] | staff, "mooring.example", domain)
    domain = col.where(accounts.test[account], "mooring.test", domain)
    return col.join(box, "@", domain)


def join_workspaces(world: World, accounts: Accounts, workspaces: Workspaces, users: Users) -> Memberships:
    """Return memberships.

    All users belong to their first workspace, owners to all workspaces of their account, and some users to a second.
    """
    draw = world.draw("memberships", accounts.block)
    base = np.flatnonzero(users.workspace >= 0)
    w = np.arange(len(workspaces))
    first = np.r_[True, workspaces.account[1:] != workspaces.account[:-1]]
    more = w[~first]
    second = base[draw.flags(0.12, len(base)) & ~users.owner[base] & ~users.guest[base]]
    neighbour = users.workspace[second] + 1
    same = neighbour < len(w)
    second, neighbour = second[same], neighbour[same]
    same = workspaces.account[neighbour] == users.account[second]
    second, neighbour = second[same], neighbour[same]
    user = np.concatenate([base, users.owner_of[workspaces.account[more]], second])
    workspace = np.concatenate([users.workspace[base], more, neighbour])
    owns = np.concatenate([users.owner[base], np.ones(len(more), bool), np.zeros(len(second), bool)])
    n = len(user)
    pace = world.draw("pace of joining", accounts.block)
    joined = np.maximum(users.created[user], workspaces.created[workspace])
    joined += np.where(owns, pace.integers(1, 4, n), pace.integers(8, 10 * MINUTE, n))
    until = np.minimum(
        workspaces.alive_until[workspace], np.where(users.deleted[user] == NULL, AS_OF, users.deleted[user])
    )
    fits = joined < until
    user, workspace, owns, joined, until, n = (
        user[fits],
        workspace[fits],
        owns[fits],
        joined[fits],
        until[fits],
        int(fits.sum()),
    )
    leaves = draw.flags(0.12, n) & ~owns
    removed = np.where(leaves, draw.seconds(joined, np.maximum(until, joined + 1), n), NULL)
    role = np.where(owns, 0, np.where(users.guest[user], 3, np.where(draw.flags(0.11, n), 1, 2)))
    return Memberships(user, workspace, role, joined, removed, np.where(removed == NULL, until, removed))


def write_users(world: World, accounts: Accounts, users: Users, sink: Sink) -> None:
    """Write users."""
    draw = world.draw("user rows", accounts.block)
    n = len(users)
    country = accounts.country[users.account]
    zone = draw.flags(0.35, n)
    old = users.created < _NEW_SOURCES_FROM
    source = col.where(old, col.labels(_OLD_SOURCES, users.source), col.labels(SOURCES, users.source))
    last_seen = np.where(users.deleted == NULL, draw.seconds(users.created, AS_OF, n), users.deleted)
    updated = np.where(draw.flags(0.6, n) | (users.deleted != NULL), last_seen, users.created)
    capital = draw.flags(0.06, n)
    email = col.where(capital, pc.utf8_capitalize(users.email), users.email)
    shouting = draw.flags(0.01, n)
    email = col.where(shouting, pc.utf8_upper(email), email)
    zones = col.where(zone, col.labels(geo.SECOND_ZONES, country), col.labels(geo.ZONES, country))
    sink.write(
        "raw_app.users",
        {
            "user_id": users.id,
            "email": email,
            "created_at": users.created,
            "updated_at": updated,
            "deleted_at": users.deleted,
            "is_bot": users.bot,
            "locale": col.labels(geo.LOCALES, country),
            "time_zone": col.where(draw.flags(0.1, n), None, zones),
            "signup_source": source,
            "signup_anonymous_id": visitor_ids(users.visitor),
            "_loaded_at": hourly(updated),
        },
    )


def visitor_ids(numbers: Ints) -> pa.Array:
    """Return the ids of web visitors; NULL produces null."""
    return col.where(numbers == NULL, None, col.ident("anon-", np.where(numbers == NULL, 0, numbers)))


def write_memberships(
    world: World, accounts: Accounts, workspaces: Workspaces, users: Users, members: Memberships, sink: Sink
) -> None:
    """Write memberships and invitations. Some invitations were never accepted."""
    draw = world.draw("invitations", accounts.block)
    order = np.argsort(members.joined, kind="stable")
    n = len(order)
    user, workspace, joined = members.user[order], members.workspace[order], members.joined[order]
    invited = members.role[order] > 0
    pace = world.draw("pace of invitations", accounts.block)
    since_start = joined - workspaces.created[workspace]
    longest = np.maximum(since_start - pace.integers(60, 900, n), pace.integers(5, 30, n))
    invited_at = joined - np.minimum(draw.seconds(300, 4 * DAY, n), longest)
    removed = members.removed[order]
    sink.write(
        "raw_app.memberships",
        {
            "membership_id": world.numbers(accounts.block, n),
            "workspace_id": col.take(workspaces.id, workspace),
            "user_id": col.take(users.id, user),
            "role": col.labels(ROLES, members.role[order]),
            "invited_at": np.where(invited, invited_at, NULL),
            "joined_at": joined,
            "removed_at": removed,
            "_loaded_at": hourly(np.maximum(joined, removed)),
        },
    )
    rows = np.flatnonzero(invited)
    spare = rows[draw.flags(0.22, len(rows))]
    at = np.concatenate([invited_at[rows], invited_at[spare] + HOUR])
    accepted = np.concatenate([joined[rows], np.full(len(spare), NULL)])
    place = np.concatenate([workspace[rows], workspace[spare]])
    numbers = np.arange(len(spare))
    company = workspaces.account[workspace[spare]]
    stray_emails = col.join(
        words.mailboxes(numbers * 31, numbers * 17, accounts.country[company], numbers + 1),
        "@",
        col.take(accounts.domain, company),
    )
    email = pa.concat_arrays([col.take(users.email, user[rows]), stray_emails])
    fits = np.flatnonzero(at <= AS_OF)
    fits = fits[np.argsort(at[fits], kind="stable")]
    sink.write(
        "raw_app.invitations",
        {
            "invitation_id": world.numbers(accounts.block, len(fits)),
            "workspace_id": col.take(workspaces.id, place[fits]),
            "inviter_user_id": col.take(users.id, users.owner_of[workspaces.account[place[fits]]]),
            "email": col.take(email, fits),
            "sent_at": at[fits],
            "accepted_at": accepted[fits],
            "expires_at": at[fits] + 7 * DAY,
            "_loaded_at": hourly(np.maximum(at, accepted)[fits]),
        },
    )
