"""Writes the CRM's accounts: app accounts that the sales team knows, prospects, and merged duplicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation import _words as words
from headwater.simulation._accounts import INDUSTRIES, SMB, Accounts
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    FIRST_DAY,
    HOUR,
    LAST_DAY,
    NULL,
    START,
    Flags,
    Ints,
    growth_weights,
)
from headwater.simulation._draw import Draw, cumulate
from headwater.simulation._hiring import AE, CSM
from headwater.simulation._tables import Sink
from headwater.simulation._users import Users
from headwater.simulation._world import World, nightly

PROSPECTS = 0.6
"""The number of companies that only the CRM contains, per app account."""
PROSPECT, CUSTOMER, FORMER, PARTNER = range(4)
_TYPES = ["Prospect", "Customer", "Former Customer", "Partner"]
_TITLES = ["Head of Operations", "SRE Lead", "IT Manager", "CTO", "Platform Engineer", "Procurement", "VP Engineering"]
_GIVEN_PER_ACCOUNT = 3


@dataclass(frozen=True)
class CrmAccounts:
    """The CRM accounts of a block: app accounts, then prospects, then merged duplicates."""

    id: pa.Array
    app: Ints
    """The position of the app account, or -1 for prospects."""
    of_app: Ints
    """The CRM position of each app account, or -1."""
    merged_into: Ints
    duplicate: Ints
    """The position of the duplicate that was merged into each account, or -1."""
    country: Ints
    segment: Ints
    currency: Ints
    created: Ints
    owner: Ints
    csm: Ints
    name: pa.Array
    domain: pa.Array
    contact_of: Ints
    """The position of each account's first contact."""
    contact_id: pa.Array
    contact_email: pa.Array
    app_ids: pa.Array
    """The CRM id that the app stores for each of its accounts, or null."""

    @property
    def territory(self) -> Ints:
        """The position of the territory, which combines a region and a segment."""
        return geo.REGION[self.country] * 3 + self.segment

    @property
    def prospects(self) -> Ints:
        """The positions of companies that are missing from the app."""
        return np.flatnonzero((self.app < 0) & (self.merged_into < 0))


@dataclass(frozen=True)
class _Companies:
    """The companies in a block's CRM accounts: app accounts, then prospects, then duplicates."""

    known: Ints
    """The positions of the app accounts that the CRM contains."""
    twice: Ints
    """The positions of the app accounts whose companies were entered twice."""
    app: Ints
    merged: Ints
    country: Ints
    segment: Ints
    created: Ints
    name: pa.Array
    domain: pa.Array


def write_crm_accounts(
    world: World, accounts: Accounts, users: Users, paying: Flags, paid: Flags, first_deal: Ints, sink: Sink
) -> CrmAccounts:
    """Write accounts and contacts.

    ``paying`` indicates whether each app account currently pays, and ``paid`` whether it ever paid. ``first_deal`` is
    the time at which the account's first opportunity was opened, or NULL.
    """
    draw = world.draw("crm accounts", accounts.block)
    found = _find_companies(draw, accounts, first_deal)
    app, n = found.app, len(found.app)
    ids = col.crm_id("001", world.numbers(accounts.block, n))
    staff, territory = world.staff, geo.REGION[found.country] * 3 + found.segment
    owner = staff.assign(draw, AE, territory, np.full(n, LAST_DAY))
    csm = np.where((app >= 0) & paying[app], staff.assign(draw, CSM, territory, np.full(n, LAST_DAY)), -1)
    kind = np.where(app >= 0, np.where(paying[app], CUSTOMER, np.where(paid[app], FORMER, PROSPECT)), PROSPECT)
    kind = np.where((app < 0) & draw.flags(0.02, n), PARTNER, kind)
    _write_accounts(world, draw, accounts, found, ids, kind, owner, csm, sink)
    of_app = np.full(len(accounts), -1)
    of_app[found.known] = np.arange(len(found.known))
    duplicates = np.flatnonzero(found.merged >= 0)
    duplicate = np.full(n, -1)
    duplicate[found.merged[duplicates]] = duplicates
    kept_ids = _kept_by_app(draw, found, of_app, first_deal != NULL)
    is_merged = found.merged >= 0
    contacts = _write_contacts(
        world, accounts, users, ids, app, found.domain, found.country, found.created, is_merged, sink
    )
    return CrmAccounts(
        id=ids,
        app=app,
        of_app=of_app,
        merged_into=found.merged,
        duplicate=duplicate,
        country=found.country,
        segment=found.segment,
        currency=geo.CURRENCY[found.country],
        created=found.created,
        owner=owner,
        csm=csm,
        name=found.name,
        domain=found.domain,
        contact_of=contacts[0],
        contact_id=contacts[1],
        contact_email=contacts[2],
        app_ids=col.take(ids, kept_ids),
    )


def _find_companies(draw: Draw, accounts: Accounts, first_deal: Ints) -> _Companies:
    """Draw the app accounts that the sales team knows, further prospects, and the companies that were entered twice."""
    has_deal = first_deal != NULL
    chance = np.where(accounts.segment == SMB, 0.12, 0.55)
    known = np.flatnonzero((has_deal | draw.flags(chance, len(accounts))) & ~accounts.internal)
    p = max(1, round(len(accounts) * PROSPECTS))
    twice = known[draw.flags(0.03, len(known))]
    app = np.concatenate([known, np.full(p, -1), twice])
    n, k = len(app), len(known)
    country, segment = draw.pick(geo.WEIGHTS, p), draw.pick([45, 33, 22], p)
    names, domains = words.company_names((accounts.block * 500 + np.arange(p)) * 2 + 1, country, NULL)
    founded = draw.days(cumulate(growth_weights()), np.full(p, FIRST_DAY), np.full(p, LAST_DAY - 1)) * DAY + 15 * HOUR
    created = np.concatenate(
        [accounts.created[known] + draw.seconds(HOUR, 3 * DAY, k), founded, accounts.created[twice] + 2 * DAY]
    )
    earliest = np.where(
        app >= 0, np.where(has_deal[app], first_deal[app] - draw.seconds(HOUR, 5 * DAY, n), created), created
    )
    name, domain = accounts.name, accounts.domain
    return _Companies(
        known=known,
        twice=twice,
        app=app,
        merged=np.concatenate([np.full(k + p, -1), np.searchsorted(known, twice)]),
        country=np.concatenate([accounts.country[known], country, accounts.country[twice]]),
        segment=np.concatenate([accounts.segment[known], segment, accounts.segment[twice]]),
        created=np.clip(np.minimum(created, earliest), START, AS_OF - 6 * HOUR),
        name=pa.concat_arrays([col.take(name, known), names, pc.utf8_upper(col.take(name, twice))]),
        domain=pa.concat_arrays([col.take(domain, known), domains, col.take(domain, twice)]),
    )


def _write_accounts(
    world: World,
    draw: Draw,
    accounts: Accounts,
    companies: _Companies,
    ids: pa.Array,
    kind: Ints,
    owner: Ints,
    csm: Ints,
    sink: Sink,
) -> None:
    app, deleted, n = companies.app, companies.merged >= 0, len(companies.app)
    linked = (app >= 0) & draw.flags(np.where(kind == PROSPECT, 0.7, 0.9), n) & ~deleted
    low, high = np.array([5, 201, 1_001])[companies.segment], np.array([200, 1_000, 20_000])[companies.segment]
    employees = np.where(app >= 0, accounts.employees[app], draw.seconds(low, high, n))
    modified = np.where(draw.flags(0.7, n), draw.seconds(companies.created, AS_OF, n), companies.created)
    has_parent = (np.arange(n) < len(companies.known)) & draw.flags(0.03, n) & (np.arange(n) > 0)
    sink.write(
        "raw_crm.accounts",
        {
            "id": ids,
            "name": companies.name,
            "website": _websites(world, accounts.block, companies.domain),
            "type": col.labels(_TYPES, kind),
            "industry": col.labels(INDUSTRIES, np.where(app >= 0, accounts.industry[app], draw.integers(0, 9, n))),
            "employees": np.where(draw.flags(0.06, n), NULL, employees),
            "billing_country": col.labels(geo.CODES, companies.country),
            "parent_id": col.take(ids, np.where(has_parent, np.arange(n) - 1, -1)),
            "owner_id": col.take(world.staff.id, owner),
            "csm_id": col.take(world.staff.id, csm),
            "app_account_id": col.where(linked, col.take(accounts.id, app), None),
            "created_date": companies.created,
            "last_modified_date": modified,
            "is_deleted": deleted,
            "merged_into_id": col.take(ids, companies.merged),
            "_loaded_at": nightly(modified),
        },
    )


def _kept_by_app(draw: Draw, companies: _Companies, of_app: Ints, has_deal: Flags) -> Ints:
    """Draw, for each app account, the CRM account whose id the app stores, or -1.

    The app stores CRM ids for most accounts with deals and for a third of the other accounts. Some of these ids
    belong to a duplicate.
    """
    keeps = draw.flags(np.where(has_deal, 0.82, 0.3), len(of_app)) & (of_app >= 0)
    chosen = np.where(keeps, of_app, -1)
    stale = companies.twice[draw.flags(0.4, len(companies.twice))]
    chosen[stale] = len(companies.app) - len(companies.twice) + np.searchsorted(companies.twice, stale)
    return chosen


def _websites(world: World, block: int, domain: pa.Array) -> pa.Array:
    """Write websites as salespeople enter them: as a bare domain, with www, as a URL, or not at all."""
    draw, n = world.draw("websites", block), len(domain)
    style = draw.pick([40, 30, 25, 5], n)
    text = col.where(style == 1, col.join("www.", domain), domain)
    text = col.where(style == 2, col.join("https://www.", domain, "/"), text)
    return col.where(style == 3, None, text)


def _write_contacts(
    world: World,
    accounts: Accounts,
    users: Users,
    ids: pa.Array,
    app: Ints,
    domain: pa.Array,
    country: Ints,
    created: Ints,
    deleted: Flags,
    sink: Sink,
) -> tuple[Ints, pa.Array, pa.Array]:
    """Write one to three contacts per account. A customer's first contact is the owner of its app account."""
    draw, n = world.draw("contacts", accounts.block), len(app)
    count = 1 + draw.pick([45, 35, 20], n)
    account = np.repeat(np.arange(n), count)
    m = len(account)
    first = np.r_[True, account[1:] != account[:-1]]
    numbers = world.numbers(accounts.block, m)
    given_name, family = draw.integers(0, 9_999, m), draw.integers(0, 9_999, m)
    own = col.join(words.mailboxes(given_name, family, country[account], numbers), "@", col.take(domain, account))
    owner = np.where(app[account] >= 0, users.owner_of[app[account]], -1)
    is_user = first & (owner >= 0)
    email = col.where(is_user, col.take(users.email, np.where(is_user, owner, -1)), own)
    contact_ids = col.crm_id("003", numbers)
    at = np.minimum(created[account] + draw.seconds(60, 30 * DAY, m), AS_OF)
    capital = draw.flags(0.07, m)
    sink.write(
        "raw_crm.contacts",
        {
            "id": contact_ids,
            "account_id": col.take(ids, account),
            "email": col.where(draw.flags(0.02, m), None, col.where(capital, pc.utf8_capitalize(email), email)),
            "title": col.labels(_TITLES, draw.pick([18, 20, 20, 10, 16, 8, 8], m)),
            "created_date": at,
            "is_deleted": deleted[account] | draw.flags(0.02, m),
            "_loaded_at": nightly(at),
        },
    )
    return np.flatnonzero(first), contact_ids, email
