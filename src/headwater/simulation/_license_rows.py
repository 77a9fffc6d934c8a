"""Writes licences and their events as the licence server stores them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation._accounts import Accounts
from headwater.simulation._clock import AS_OF, DAY, NULL, Flags, Ints, day_of
from headwater.simulation._licenses import SKUS, TRIAL, Licensing
from headwater.simulation._rows import Rows
from headwater.simulation._servers import Servers
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, hourly

_ACCOUNTS_KNOWN_FROM = day_of(2022, 1, 1) * DAY
_EVENTS = ["issued", "activated", "seats_changed", "renewed", "expired", "revoked"]
ISSUED, ACTIVATED, SEATS, RENEWED, EXPIRED, REVOKED = range(6)


def license_keys(numbers: Ints) -> pa.Array:
    """Return licence keys as administrators type them."""
    return col.join(pc.utf8_upper(col.ident("mk", numbers)), "-", pc.utf8_upper(col.ident("k", numbers)))


def write_licenses(
    world: World,
    accounts: Accounts,
    licensing: Licensing,
    ids: pa.Array,
    keys: pa.Array,
    emails: pa.Array,
    opportunity: pa.Array,
    servers: Servers,
    pinged: Flags,
    sink: Sink,
) -> None:
    """Write licences and their events.

    ``opportunity`` is the opportunity that each licence was sold through, or null.
    """
    rows, n = licensing.rows, len(licensing.rows)
    draw = world.draw("license rows", accounts.block)
    revoked, by = np.full(n, NULL), np.full(n, -1)
    old, new, at = licensing.replaced
    revoked[old], by[old] = at, new
    stopped = np.flatnonzero((rows["sku"] == TRIAL) & draw.flags(0.03, n))
    when = rows["issued"][stopped] + 10 * DAY
    revoked[stopped[when <= AS_OF]] = when[when <= AS_OF]
    known = rows["issued"] >= _ACCOUNTS_KNOWN_FROM
    email = col.take(emails, rows["account"])
    capital = draw.flags(0.08, n)
    sink.write(
        "raw_licensing.licenses",
        {
            "license_id": ids,
            "license_key": keys,
            "account_id": col.where(known, col.take(accounts.id, rows["account"]), ""),
            "customer_email": col.where(capital, pc.utf8_upper(email), email),
            "crm_opportunity_id": opportunity,
            "sku": col.labels(SKUS, rows["sku"]),
            "seats": rows["seats"],
            "issued_at": rows["issued"],
            "starts_on": rows["start"],
            "expires_on": rows["expires"],
            "revoked_at": revoked,
            "replaced_by_license_id": col.take(ids, by),
            "_loaded_at": hourly(np.maximum(rows["issued"], revoked)),
        },
    )
    _write_events(world, accounts, licensing, ids, revoked, servers, pinged, sink)


def _write_events(
    world: World,
    accounts: Accounts,
    licensing: Licensing,
    ids: pa.Array,
    revoked: Ints,
    servers: Servers,
    pinged: Flags,
    sink: Sink,
) -> None:
    rows, n = licensing.rows, len(licensing.rows)
    draw = world.draw("license events", accounts.block)
    server_of = np.full(len(accounts), -1)
    known = np.flatnonzero((servers.account >= 0) & pinged)
    server_of[servers.account[known]] = known
    events = Rows("license", "at", "type", "server")
    every = np.arange(n)
    events.add(n, license=every, at=rows["issued"], type=ISSUED, server=-1)
    active = np.flatnonzero(draw.flags(0.94, n) & (server_of[rows["account"]] >= 0))
    at = np.maximum(rows["issued"], rows["start"] * DAY)[active] + draw.seconds(1_800, 4 * DAY, len(active))
    events.add(len(active), license=active, at=at, type=ACTIVATED, server=server_of[rows["account"][active]])
    old, new, at = licensing.replaced
    more = rows["seats"][new] != rows["seats"][old]
    events.add(int(more.sum()), license=new[more], at=at[more] + 1, type=SEATS, server=-1)
    old, at = licensing.renewals
    events.add(len(old), license=old, at=at, type=RENEWED, server=-1)
    over = np.flatnonzero(revoked == NULL)
    events.add(len(over), license=over, at=(rows["expires"][over] + 1) * DAY, type=EXPIRED, server=-1)
    revoked_rows = np.flatnonzero(revoked != NULL)
    events.add(len(revoked_rows), license=revoked_rows, at=revoked[revoked_rows], type=REVOKED, server=-1)
    events = events.keep(events["at"] <= AS_OF)
    events = events.keep(np.lexsort((events["type"], events["at"])))
    sink.write(
        "raw_licensing.license_events",
        {
            "event_id": world.numbers(accounts.block, len(events)),
            "license_id": col.take(ids, events["license"]),
            "event_type": col.labels(_EVENTS, events["type"]),
            "server_id": col.take(servers.id, events["server"]),
            "seats": rows["seats"][events["license"]],
            "occurred_at": events["at"],
            "_loaded_at": hourly(events["at"]),
        },
    )
