"""Writes accounts as the app stores them, as current rows and as a change data capture table with all versions."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import BANDS, INDUSTRIES, Accounts
from headwater.simulation._clock import DAY, NULL, Ints
from headwater.simulation._draw import Draw
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._users import Users
from headwater.simulation._world import World, hourly


def write_accounts(world: World, accounts: Accounts, users: Users, crm_ids: pa.Array, sink: Sink) -> None:
    """Write accounts and their versions.

    ``crm_ids`` contains the CRM id that the app stores for each account. Most of these ids are null.
    """
    draw, n = world.draw("account rows", accounts.block), len(accounts)
    code = col.labels(geo.CODES, accounts.country)
    code = col.where(draw.flags(0.05, n), pc.utf8_lower(code), code)
    code = col.where((accounts.country == geo.CODES.index("GB")) & draw.flags(0.3, n), "UK", code)
    code = col.where(draw.flags(0.02, n), "", code)
    versions = _versions(draw, accounts, users.owner_of)
    _write_versions(world, accounts, users, versions, code, sink)
    updated = np.zeros(n, dtype=np.int64)
    np.maximum.at(updated, versions["account"], versions["at"])
    sink.write(
        "raw_app.accounts",
        {
            "account_id": accounts.id,
            "name": col.where(draw.flags(0.02, n), col.join(accounts.name, " "), accounts.name),
            "created_at": accounts.created,
            "updated_at": updated,
            "deleted_at": accounts.deleted,
            "owner_user_id": col.take(users.id, users.owner_of),
            "billing_country": code,
            "industry": col.labels(INDUSTRIES, accounts.industry),
            "employee_band": col.labels(BANDS, accounts.band),
            "is_internal": accounts.internal,
            "is_test": accounts.test,
            "crm_account_id": crm_ids,
            "_loaded_at": hourly(updated),
        },
    )


def _versions(draw: Draw, accounts: Accounts, owner: Ints) -> Rows:
    """Draw the first version of each account, its changes, and its deletion time."""
    n = len(accounts)
    versions = Rows("account", "at", "operation", "renamed", "band", "industry", "owner")
    # The first version of an account may contain errors: a smaller band, another industry, an older name.
    grown = draw.flags(0.22, n) & (accounts.band > 0)
    moved = draw.flags(0.06, n)
    renamed = draw.flags(0.05, n)
    changed = draw.seconds(accounts.created + DAY, np.maximum(accounts.alive_until, accounts.created + 2 * DAY), n)
    changed = np.where((grown | moved | renamed) & (changed < accounts.alive_until), changed, NULL)
    never = changed == NULL
    band = accounts.band - (grown & ~never)
    industry = np.where(moved & ~never, (accounts.industry + 3) % len(INDUSTRIES), accounts.industry)
    versions.add(
        n,
        account=np.arange(n),
        at=accounts.created,
        operation=0,
        renamed=renamed & ~never,
        band=band,
        industry=industry,
        owner=owner,
    )
    rows = np.flatnonzero(~never)
    versions.add(
        len(rows),
        account=rows,
        at=changed[rows],
        operation=1,
        renamed=0,
        band=accounts.band[rows],
        industry=accounts.industry[rows],
        owner=owner[rows],
    )
    deleted = np.flatnonzero(accounts.deleted != NULL)
    versions.add(
        len(deleted),
        account=deleted,
        at=accounts.deleted[deleted],
        operation=2,
        renamed=0,
        band=accounts.band[deleted],
        industry=accounts.industry[deleted],
        owner=owner[deleted],
    )
    return versions


def _write_versions(world: World, accounts: Accounts, users: Users, versions: Rows, code: pa.Array, sink: Sink) -> None:
    rows = versions.keep(np.argsort(versions["at"], kind="stable"))
    account = rows["account"]
    name = col.take(accounts.name, account)
    older = col.join(pc.utf8_slice_codeunits(name, 0, 12), " (trial)")
    sink.write(
        "raw_app.account_changes",
        {
            "change_id": world.numbers(accounts.block, len(rows)),
            "account_id": col.take(accounts.id, account),
            "name": col.where(rows["renamed"] == 1, older, name),
            "owner_user_id": col.take(users.id, rows["owner"]),
            "industry": col.labels(INDUSTRIES, rows["industry"]),
            "employee_band": col.labels(BANDS, rows["band"]),
            "billing_country": col.take(code, account),
            "changed_at": rows["at"],
            "operation": col.labels(["insert", "update", "delete"], rows["operation"]),
            "_loaded_at": hourly(rows["at"]),
        },
    )
