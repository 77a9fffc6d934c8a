"""Simulates workspaces: signup → free or trial → paid. Plans and their changes follow from subscriptions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import SERVER, Accounts
from headwater.simulation._catalog import FREE, PLANS, RENAMED, TEAM
from headwater.simulation._clock import AS_OF, DAY, DAYS, HOUR, NULL, Flags, Ints, day_weights
from headwater.simulation._draw import cumulate
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly

REASONS = ["signup", "trial_started", "trial_expired", "upgrade", "downgrade", "cancel"]
SIGNUP, TRIAL_STARTED, TRIAL_EXPIRED, UPGRADE, DOWNGRADE, CANCEL = range(6)
TRIAL = 14 * DAY


@dataclass(frozen=True)
class Workspaces:
    """A block's workspaces and their first plans. ``account`` is a position in the block's accounts."""

    number: Ints
    id: pa.Array
    account: Ints
    created: Ints
    deleted: Ints
    hosting: Ints
    trial_start: Ints
    trial_plan: Ints
    converts: Flags
    paid_start: Ints
    """The time at which the first payment is due, or NULL."""
    paid_plan: Ints
    yearly: Flags
    sales_led: Flags
    seats: Ints

    def __len__(self) -> int:
        return len(self.number)

    @property
    def alive_until(self) -> Ints:
        """The deletion time or, for a workspace that still exists, the frozen clock."""
        return np.where(self.deleted == NULL, AS_OF, self.deleted)


def make_workspaces(world: World, accounts: Accounts) -> Workspaces:
    """Create the workspaces of a block's cloud accounts, and decide on trials and purchases."""
    draw = world.draw("workspaces", accounts.block)
    cloud = np.flatnonzero(accounts.deployment != SERVER)
    segment = accounts.segment[cloud]
    count = 1 + np.minimum(draw.poisson(np.array([0.45, 1.2, 2.4])[segment], len(cloud)), 9)
    account = np.repeat(cloud, count)
    n = len(account)
    first = np.r_[True, account[1:] != account[:-1]]
    created, until = accounts.created[account], accounts.alive_until[account]
    days = draw.days(cumulate(day_weights()), created // DAY, until // DAY)
    later = np.clip(draw.working_time(days, accounts.offset[account]), created + HOUR, until - 1)
    created = np.where(first, created + draw.seconds(60, 600, n), later)
    own = draw.flags(0.10 * (AS_OF - created) / (DAYS * DAY), n) & ~accounts.internal[account]
    deleted = np.where(own, draw.seconds(created + 5 * DAY, np.maximum(created + 6 * DAY, AS_OF), n), NULL)
    account_deleted = accounts.deleted[account]
    deleted = np.where(
        (account_deleted != NULL) & ((deleted == NULL) | (deleted > account_deleted)), account_deleted, deleted
    )
    deleted = np.where(deleted > AS_OF, NULL, deleted)

    segment, real = accounts.segment[account], accounts.real[account]
    direct = accounts.sales_led[account] & draw.flags(np.where(first, 0.85, 0.1), n)
    path = np.where(direct, 0, 1 + draw.pick([56, 25, 19], n))  # 1: trial, 2: later upgrade, 3: free forever
    path = np.where(real, path, 3)
    plan = draw.pick_by([[78, 20, 2], [30, 55, 15], [5, 45, 50]], segment) + TEAM
    trial_start = np.where(path == 1, created + draw.seconds(300, 9 * DAY, n), NULL)
    converts = draw.flags(np.array([0.5, 0.6, 0.62])[segment], n) & (path == 1)
    paid_start = np.where(converts, trial_start + TRIAL, NULL)
    paid_start = np.where(path == 0, created + draw.seconds(HOUR, 20 * DAY, n), paid_start)
    paid_start = np.where(
        path == 2, created + np.rint(draw.exponential(140 * DAY, n)).astype(np.int64) + DAY, paid_start
    )
    until = np.where(deleted == NULL, AS_OF, deleted)
    trial_start = np.where(trial_start >= until - HOUR, NULL, trial_start)
    paid_start = np.where((paid_start >= until - HOUR) | ((path == 1) & (trial_start == NULL)), NULL, paid_start)
    share = np.where(first, draw.between(0.5, 1.0, n), draw.between(0.1, 0.5, n))
    yearly = draw.flags(np.where(direct, 0.92, np.array([0.1, 0.2, 0.35])[segment]), n)
    number = world.numbers(accounts.block, n)
    return Workspaces(
        number=number,
        id=col.ident("ws_", number),
        account=account,
        created=created,
        deleted=deleted,
        hosting=geo.HOST[accounts.country[account]],
        trial_start=trial_start,
        trial_plan=plan,
        converts=converts & (paid_start != NULL),
        paid_start=paid_start,
        paid_plan=plan,
        yearly=yearly,
        sales_led=direct,
        seats=np.maximum(1, np.rint(accounts.seats[account] * share)).astype(np.int64),
    )


def workspace_names(first: Ints, n: int) -> pa.Array:
    """Return workspace names that reflect the work of their teams."""
    teams = [
        "Operations",
        "On-call",
        "Platform",
        "Field ops",
        "IT",
        "Incident room",
        "Plant 2",
        "Service desk",
        "Sandbox",
    ]
    return col.labels(teams, np.where(first, 0, np.arange(n) % len(teams)))


def write_workspaces(world: World, accounts: Accounts, workspaces: Workspaces, changes: Rows, sink: Sink) -> None:
    """Write workspaces and their plan changes.

    ``changes`` contains the plan changes, with the columns workspace, from_plan (-1 for none), to_plan, at and reason.
    """
    n = len(workspaces)
    order = np.lexsort((changes["reason"], changes["at"]))
    changes = changes.keep(order)
    numbers = world.numbers(accounts.block, len(changes))
    old = changes["at"] < RENAMED

    def plan(codes: Ints, starter: Flags) -> pa.Array:
        return col.where((codes == TEAM) & starter, "starter", col.labels(PLANS, codes))

    sink.write(
        "raw_app.workspace_plan_changes",
        {
            "change_id": numbers,
            "workspace_id": col.take(workspaces.id, changes["workspace"]),
            "from_plan": plan(changes["from_plan"], old),
            "to_plan": plan(changes["to_plan"], old),
            "changed_at": changes["at"],
            "reason": col.labels(REASONS, changes["reason"]),
            "_loaded_at": hourly(changes["at"]),
        },
    )
    current = np.full(n, FREE)
    current[changes["workspace"]] = changes["to_plan"]  # in chronological order, so that the last one remains
    touched = workspaces.created.copy()
    np.maximum.at(touched, changes["workspace"], changes["at"])
    updated = np.maximum(touched, workspaces.deleted)
    first = np.r_[True, workspaces.account[1:] != workspaces.account[:-1]]
    trial = workspaces.trial_start
    sink.write(
        "raw_app.workspaces",
        {
            "workspace_id": workspaces.id,
            "account_id": col.take(accounts.id, workspaces.account),
            "name": workspace_names(first, n),
            "region": col.labels(geo.HOSTING, workspaces.hosting),
            "plan_code": plan(current, updated < RENAMED),
            "created_at": workspaces.created,
            "updated_at": updated,
            "deleted_at": workspaces.deleted,
            "trial_started_at": trial,
            "trial_ends_at": np.where(trial == NULL, NULL, trial + TRIAL),
            "_loaded_at": hourly(updated),
        },
    )
