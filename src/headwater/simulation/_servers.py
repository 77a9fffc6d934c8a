"""Simulates customer-run servers: installed → upgraded early or late → licence lapsed → free edition or silence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._catalog import FEATURES
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    HOLIDAY,
    LAST_DAY,
    NULL,
    WEEKDAY,
    Flags,
    Floats,
    Ints,
)
from headwater.simulation._licenses import PRO
from headwater.simulation._releases import make_incidents, releases
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly

FREE_SERVERS = 0.07
"""The number of unlicensed servers per account of the company. Their owners are unknown."""
GRACE = 30
"""The number of days between the end of a licence and the server's fall back to the free edition."""
_DATABASES = ["postgres", "mysql"]
_SYSTEMS = ["linux", "windows", "darwin"]


@dataclass(frozen=True)
class Servers:
    """The servers of a block. ``account`` is a position in the block, or -1 if unknown."""

    number: Ints
    id: pa.Array
    account: Ints
    country: Ints
    installed: Ints
    last: Ints
    registered: Ints
    share: Floats
    counts_off: Flags
    developer: Flags
    patience: Ints
    """The number of days between upgrades."""
    candidate: Flags
    prefixed: Flags
    database: Ints
    system: Ints
    container: Flags


def make_servers(world: World, accounts: Accounts, licences: Rows) -> Servers:
    """Install servers for accounts with licences, and servers of the free edition."""
    draw = world.draw("servers", accounts.block)
    owners, first = np.unique(licences["account"], return_index=True)
    end = np.zeros(len(accounts), dtype=np.int64)
    np.maximum.at(end, licences["account"], licences["expires"])
    count = 1 + draw.flags(np.array([0.04, 0.12, 0.35])[accounts.segment[owners]], len(owners))
    account = np.repeat(owners, count)
    start = np.repeat(licences["issued"][first] // DAY, count) + draw.integers(0, 5, len(account))
    extra = np.r_[False, account[1:] == account[:-1]]
    start = start + np.where(extra, draw.integers(20, 200, len(account)), 0)
    free = round(len(accounts) * FREE_SERVERS)
    installed = np.concatenate([start, draw.seconds(FIRST_DAY, LAST_DAY - 3, free)])
    account = np.concatenate([account, np.full(free, -1)])
    n = len(account)
    stays = np.rint(draw.exponential(45, n)).astype(np.int64)
    stays = np.where(draw.flags(0.12, n), 2_000, stays)  # some servers continue without a licence
    last = np.where(account >= 0, end[account] + stays, installed + np.rint(draw.exponential(330, n)).astype(np.int64))
    account_deleted = np.where(account >= 0, accounts.deleted[account], NULL)
    last = np.where(account_deleted != NULL, np.minimum(last, account_deleted // DAY), last)
    last = np.clip(last, installed, LAST_DAY)
    is_kept = installed <= LAST_DAY
    account, installed, last, n = account[is_kept], installed[is_kept], last[is_kept], int(is_kept.sum())
    want = np.where(account >= 0, accounts.seats[account] * 2.2, 8)
    number = world.numbers(accounts.block, n)
    return Servers(
        number=number,
        id=col.ident("srv_", number),
        account=account,
        country=np.where(account >= 0, accounts.country[account], draw.pick(geo.WEIGHTS, n)),
        installed=installed,
        last=last,
        registered=np.maximum(2, np.rint(draw.lognormal(want, 0.4, n))).astype(np.int64),
        share=draw.between(0.25, 0.75, n),
        counts_off=draw.flags(0.04, n),
        developer=draw.flags(0.02, n),
        patience=np.rint(draw.lognormal(75.0, 0.7, n)).astype(np.int64) + 5,
        candidate=draw.flags(0.02, n),
        prefixed=draw.flags(0.03, n),
        database=draw.pick([78, 22], n),
        system=draw.pick([90, 7, 3], n),
        container=draw.flags(0.62, n),
    )


def license_at(licences: Rows, account: Ints, day: Ints) -> Ints:
    """Return the licence of an account's server on a day: the last one that started, or -1 after its grace period."""
    order = np.lexsort((licences["issued"], licences["start"], licences["account"]))
    keys = licences["account"][order] * 100_000 + licences["start"][order]
    place = np.searchsorted(keys, account * 100_000 + day, side="right") - 1
    found = order[np.maximum(place, 0)] if len(order) else np.full(len(account), -1)
    good = (place >= 0) & (account >= 0)
    good &= licences["account"][found] == account
    good &= day <= licences["expires"][found] + GRACE
    return np.where(good, found, -1)


def write_pings(
    world: World, accounts: Accounts, servers: Servers, licences: Rows, keys: pa.Array, sink: Sink
) -> Flags:
    """Write one ping for each server and each day on which it ran. Some days are skipped, and some have two pings.

    Return a mask of the servers that ever sent a ping. No system has data about the other servers.
    """
    draw = world.draw("pings", accounts.block)
    length = servers.last - servers.installed + 1
    server = np.repeat(np.arange(len(length)), length)
    day = np.repeat(servers.installed, length) + np.arange(len(server)) - np.repeat(np.cumsum(length) - length, length)
    n = len(server)
    repeats = 1 + draw.flags(0.015, n).astype(np.int64) - draw.flags(0.04, n)
    server, day = np.repeat(server, repeats), np.repeat(day, repeats)
    n = len(server)
    of_day = (servers.number[server] * 7_919 % 86_400 + draw.integers(0, 1_800, n)) % 86_400
    second = np.r_[False, (server[1:] == server[:-1]) & (day[1:] == day[:-1])]
    at = day * DAY + np.where(second, (of_day + 30_000) % DAY, of_day)
    fine = (at <= AS_OF) & ~make_incidents(world).lost(at, np.full(n, -1))
    order = np.flatnonzero(fine)
    order = order[np.lexsort((server[order], at[order]))]
    server, day, at, n = server[order], day[order], at[order], len(order)
    license_index = license_at(licences, servers.account[server], day)
    sku = np.where(license_index >= 0, licences["sku"][license_index], -1)
    duplicates = np.flatnonzero(draw.flags(0.004, n))
    rows = np.concatenate([np.arange(n), duplicates])
    loaded = hourly(at)
    daily, monthly, registered = _counts(world, accounts, servers, server, day)
    columns = {
        "ping_id": col.ident("png_", world.numbers(accounts.block, n)),
        "server_id": col.take(servers.id, server),
        "license_key": col.take(keys, license_index),
        "version": _versions(servers, server, day),
        "edition": col.labels(["free", "professional", "enterprise"], np.where(sku < 0, 0, np.where(sku == PRO, 1, 2))),
        "received_at": at,
        "daily_active_users": daily,
        "monthly_active_users": monthly,
        "registered_users": registered,
        "database_type": col.labels(_DATABASES, servers.database[server]),
        "operating_system": col.labels(_SYSTEMS, servers.system[server]),
        "is_container": servers.container[server],
        "country": col.labels(geo.CODES, servers.country[server]),
        "is_developer_build": servers.developer[server],
        "_loaded_at": loaded,
    }
    late = np.concatenate([loaded, np.minimum(loaded[duplicates] + 3_600, AS_OF)])
    chosen = {name: col.take(c, rows) if isinstance(c, pa.Array) else c[rows] for name, c in columns.items()}
    sink.write("raw_telemetry.server_pings", {**chosen, "_loaded_at": late})
    return np.bincount(server, minlength=len(length)) > 0


def _counts(world: World, accounts: Accounts, servers: Servers, server: Ints, day: Ints) -> tuple[Ints, Ints, Ints]:
    """Return active and registered users, whose numbers grow in the first months, or -1 if counting is disabled."""
    draw = world.draw("ping counts", accounts.block)
    age = day - servers.installed[server]
    registered = np.maximum(1, np.rint(servers.registered[server] * np.minimum(1.0, 0.2 + age / 250))).astype(np.int64)
    monthly = np.rint(registered * np.minimum(0.95, servers.share[server] * 1.3)).astype(np.int64)
    place = day - FIRST_DAY
    work = np.where(WEEKDAY[place] < 5, 1.0, 0.18) * np.where(HOLIDAY[place], 0.3, 1.0)
    daily = np.rint(registered * servers.share[server] * work * draw.between(0.75, 1.1, len(server))).astype(np.int64)
    daily = np.minimum(daily, monthly)
    off = servers.counts_off[server]
    return tuple(np.where(off, -1, c) for c in (daily, monthly, registered))  # type: ignore[return-value]


def _versions(servers: Servers, server: Ints, day: Ints) -> pa.Array:
    """Return the version of each server, which is the newest release on the day of its last upgrade."""
    known = releases()
    patience = servers.patience[server]
    age = day - servers.installed[server]
    upgraded = servers.installed[server] + age // patience * patience
    place = np.maximum(np.searchsorted(known.day, upgraded, side="right") - 1, 0)
    plain = col.labels(known.name, place)
    candidate = servers.candidate[server] & (age % patience < 20)
    labels = col.where(candidate, col.labels([f"{v}-rc1" for v in known.name], place), plain)
    return col.where(servers.prefixed[server], col.labels([f"v{v}" for v in known.name], place), labels)


def write_server_features(
    world: World, accounts: Accounts, servers: Servers, pinged: Flags, licences: Rows, sink: Sink
) -> None:
    """Write the Sunday reports of licensed servers: which features are enabled, and how often they were used."""
    draw = world.draw("server features", accounts.block)
    some = np.flatnonzero((servers.account >= 0) & ~servers.counts_off & pinged)
    sunday = servers.installed[some] + (2 - servers.installed[some]) % 7 + 1  # day 3 (1970-01-04) was a Sunday
    weeks = np.maximum((servers.last[some] - sunday) // 7 + 1, 0)
    server = np.repeat(some, weeks)
    week = np.arange(len(server)) - np.repeat(np.cumsum(weeks) - weeks, weeks)
    day = np.repeat(sunday, weeks) + 7 * week
    features = np.array([4, 6, 8, 9, 12])
    server, day = np.repeat(server, len(features)), np.repeat(day, len(features))
    feature = np.tile(features, len(server) // len(features))
    edition = license_at(licences, servers.account[server], day)
    out = np.array([0 if f[3] is None else 1 for f in FEATURES])
    since = {12: 19_486}
    fits = (out[feature] == 0) & (day >= np.where(feature == 12, since[12], 0)) & (edition >= 0)
    server, day, feature = server[fits], day[fits], feature[fits]
    n = len(server)
    enabled = (servers.number[server] * 31 + feature * 17) % 10 < np.array([0] * 4 + [8, 0, 7, 0, 4, 3, 0, 0, 5, 0])[
        feature
    ]
    uses = np.where(enabled, draw.poisson(servers.registered[server] * 0.4, n), 0)
    at = np.minimum(day * DAY + 23 * 3_600, AS_OF)
    sink.write(
        "raw_telemetry.server_features",
        {
            "server_id": col.take(servers.id, server),
            "feature": col.labels([f[0] for f in FEATURES], feature),
            "is_enabled": enabled,
            "uses_7d": uses,
            "reported_on": day,
            "_loaded_at": at,
        },
    )
