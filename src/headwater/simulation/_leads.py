"""Simulates leads: new → working → marketing-qualified → sales-qualified → converted. Most end up in nurture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _words as words
from headwater.simulation._accounts import Accounts
from headwater.simulation._book import NEW
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
from headwater.simulation._crm_accounts import CrmAccounts
from headwater.simulation._draw import Draw, cumulate
from headwater.simulation._hiring import SDR
from headwater.simulation._opportunities import SOURCE_WEIGHTS, SOURCES, Opportunities
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._users import Users, visitor_ids
from headwater.simulation._world import World, nightly

PER_ACCOUNT = 3.8
"""The number of unsuccessful leads per account."""
_STATUS = ["New", "Working", "Nurture", "Qualified", "Disqualified"]
_SUBJECTS = ["Intro call", "Follow-up", "Demo", "Pricing", "Security review", "Check-in", "Renewal"]
_OUTCOMES = ["Connected", "No answer", "Left voicemail", "Replied", None]


@dataclass(frozen=True)
class Leads:
    """The leads of a block."""

    id: pa.Array
    email: pa.Array
    created: Ints
    source: Ints
    visitor: Ints
    """The number of the web visitor, or NULL."""
    campaign: Ints
    country: Ints


def write_leads(
    world: World, accounts: Accounts, users: Users, crm: CrmAccounts, deals: Opportunities, sink: Sink
) -> Leads:
    """Write leads, and the salespeople's activities on leads and opportunities."""
    draw = world.draw("leads", accounts.block)
    fresh = np.flatnonzero(deals.type == NEW)
    fresh = fresh[draw.flags(0.75, len(fresh))]
    other = max(4, round(len(accounts) * PER_ACCOUNT))
    k = len(fresh)
    n = k + other
    day = draw.days(cumulate(growth_weights()), np.full(other, FIRST_DAY), np.full(other, LAST_DAY - 1))
    ahead = draw.seconds(2 * DAY, 70 * DAY, k)
    created = np.concatenate([np.maximum(deals.created[fresh] - ahead, START), draw.working_time(day, -6.0)])
    deal = np.concatenate([fresh, np.full(other, -1)])
    account = np.where(deal >= 0, deals.account[deal], draw.seconds(0, len(crm.app), n))
    stranger = (deal < 0) & draw.flags(0.55, n)  # these leads come from companies that are missing from the CRM
    source = np.where(deal >= 0, deals.source[deal], draw.pick(SOURCE_WEIGHTS, n))
    mql, sql, converted, status = _progress(draw, deals, deal, created)
    numbers = world.numbers(accounts.block, n)
    email, company = _identity(world, accounts, users, crm, account, stranger, deal, numbers)
    ids = col.crm_id("00Q", numbers)
    owner = world.staff.assign(draw, SDR, crm.territory[account], created // DAY)
    is_user = (crm.app[account] >= 0) & ~stranger & (deal < 0)
    visitor = _visitors(draw, users, np.where(is_user, crm.app[account], -1), created, numbers)
    modified = np.maximum(np.maximum(created, mql), np.maximum(sql, converted))
    capital = draw.flags(0.08, n)
    blank = draw.flags(0.01, n)
    display_email = col.where(capital, pc.utf8_capitalize(email), email)
    sink.write(
        "raw_crm.leads",
        {
            "id": ids,
            "email": col.where(blank, col.join(display_email, " "), display_email),
            "company": company,
            "lead_source": col.labels(SOURCES, source),
            "status": col.labels(_STATUS, status),
            "owner_id": col.take(world.staff.id, owner),
            "anonymous_id": visitor_ids(visitor),
            "created_date": created,
            "mql_date": mql,
            "sql_date": sql,
            "converted_date": converted,
            "converted_account_id": col.take(crm.id, np.where(deal >= 0, account, -1)),
            "converted_contact_id": col.take(crm.contact_id, np.where(deal >= 0, crm.contact_of[account], -1)),
            "converted_opportunity_id": col.take(deals.id, deal),
            "is_deleted": (deal < 0) & draw.flags(0.03, n),
            "_loaded_at": nightly(modified),
        },
    )
    campaign = _write_members(world, accounts, ids, created, source, deals, deal, crm, sink)
    _write_activities(world, accounts, crm, deals, ids, created, owner, sink)
    return Leads(ids, email, created, source, visitor, campaign, crm.country[account])


def _progress(draw: Draw, deals: Opportunities, deal: Ints, created: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Draw the status of each lead, and the times at which it was qualified and became a deal. NULL means never."""
    n = len(deal)
    mql = np.where(deal >= 0, created + (deals.created[deal] - created) // 3, NULL)
    sql = np.where(deal >= 0, created + 2 * (deals.created[deal] - created) // 3, NULL)
    converted = np.where(deal >= 0, deals.created[deal], NULL)
    good = (deal < 0) & draw.flags(0.34, n)
    mql = np.where(good, created + draw.seconds(HOUR, 25 * DAY, n), mql)
    better = good & draw.flags(0.2, n)
    sql = np.where(better, mql + draw.seconds(HOUR, 20 * DAY, n), sql)
    mql, sql = (np.where(at > AS_OF, NULL, at) for at in (mql, sql))
    sql = np.where(mql == NULL, NULL, sql)
    age = AS_OF - created
    status = np.where(age < 5 * DAY, 0, np.where(age < 30 * DAY, 1, np.where(draw.flags(0.55, n), 2, 4)))
    status = np.where((status == 0) & (mql != NULL), 1, status)
    status = np.where(deal >= 0, 3, status)
    return mql, sql, converted, status


def _visitors(draw: Draw, users: Users, app: Ints, created: Ints, numbers: Ints) -> Ints:
    """Draw the web visitor behind each lead, or NULL. It is the account's owner if the company signed up later."""
    visitor = np.where(draw.flags(0.7, len(app)), numbers * 2 + 1, NULL)
    owner = users.owner_of[np.maximum(app, 0)]
    known = users.visitor[owner]
    return np.where((app >= 0) & (known != NULL) & (users.created[owner] >= created), known, visitor)


def _identity(
    world: World,
    accounts: Accounts,
    users: Users,
    crm: CrmAccounts,
    account: Ints,
    stranger: Flags,
    deal: Ints,
    numbers: Ints,
) -> tuple[pa.Array, pa.Array]:
    """Return the leads' e-mail addresses and companies.

    A lead is a contact, user, colleague or stranger, and 3 % occur twice.
    """
    draw, n = world.draw("lead names", accounts.block), len(account)
    given_name, family = draw.integers(0, 9_999, n), draw.integers(0, 9_999, n)
    names, domains = words.company_names(numbers * 2 + 1, NULL, NULL)
    country = np.where(stranger, NULL, crm.country[account])
    free = draw.flags(0.25, n)
    domain = col.where(stranger, col.where(free, "mail.example.net", domains), col.take(crm.domain, account))
    email = col.join(words.mailboxes(given_name, family, country, numbers), "@", domain)
    email = col.where(deal >= 0, col.take(crm.contact_email, crm.contact_of[account]), email)
    user = np.where((crm.app[account] >= 0) & ~stranger & (deal < 0), users.owner_of[crm.app[account]], -1)
    user = np.where(draw.flags(0.3, n), user, -1)
    email = col.where(user >= 0, col.take(users.email, user), email)
    is_repeated = draw.flags(0.03, n) & (deal < 0) & (np.arange(n) > n // 2)
    email = col.take(email, np.where(is_repeated, np.arange(n) - 1, np.arange(n)))
    return email, col.where(stranger, names, col.take(crm.name, account))


def _write_members(
    world: World,
    accounts: Accounts,
    ids: pa.Array,
    created: Ints,
    source: Ints,
    deals: Opportunities,
    deal: Ints,
    crm: CrmAccounts,
    sink: Sink,
) -> Ints:
    """Write campaign members, and return the advertising campaign that brought each lead, or -1."""
    draw, plan, n = world.draw("campaign members", accounts.block), world.campaigns, len(created)
    rows = Rows("campaign", "lead", "contact", "status", "at")
    brought = np.full(n, -1)
    for kind, chances in enumerate(
        (
            [0.1, 0.95, 0.05, 0.0, 0.0, 0.05, 0.0],
            [0.08, 0.1, 0.95, 0.02, 0.05, 0.05, 0.05],
            [0.3] * 7,
            [0.01, 0.01, 0.02, 0.9, 0.02, 0.05, 0.02],
        )
    ):
        of_kind = plan.running(kind)
        of_kind = of_kind[np.argsort(plan.start[of_kind], kind="stable")]
        day = created // DAY
        back = draw.integers(0, 5, n) if kind == 0 else np.zeros(n, dtype=np.int64)
        place = np.searchsorted(plan.start[of_kind], day, side="right") - 1 - back
        fits = draw.flags(np.array(chances)[source], n) & (place >= 0)
        some = np.flatnonzero(fits)
        campaign = of_kind[place[some]]
        at = np.maximum(np.minimum(created[some] + draw.seconds(-5 * DAY, 10 * DAY, len(some)), AS_OF), START)
        status = draw.pick([[0, 1, 0], [30, 25, 45], [80, 20, 0], [0, 40, 60]][kind], len(some))
        converted = deal[some] >= 0
        contact = np.where(converted, crm.contact_of[np.maximum(deals.account[deal[some]], 0)], -1)
        rows.add(len(some), campaign=campaign, lead=some, contact=contact, status=status, at=at)
        if kind == 0:
            brought[some] = campaign
    rows = rows.keep(np.argsort(rows["at"], kind="stable"))
    sink.write(
        "raw_crm.campaign_members",
        {
            "id": col.crm_id("00v", world.numbers(accounts.block, len(rows))),
            "campaign_id": col.take(plan.id, rows["campaign"]),
            "lead_id": col.take(ids, rows["lead"]),
            "contact_id": col.take(crm.contact_id, rows["contact"]),
            "status": col.labels(["Sent", "Responded", "Attended"], rows["status"]),
            "created_date": rows["at"],
            "_loaded_at": nightly(rows["at"]),
        },
    )
    return brought


def _write_activities(
    world: World,
    accounts: Accounts,
    crm: CrmAccounts,
    deals: Opportunities,
    lead_ids: pa.Array,
    created: Ints,
    owner: Ints,
    sink: Sink,
) -> None:
    """Write calls, e-mails, meetings and demos: a few for each opportunity, one or two for a lead."""
    draw = world.draw("activities", accounts.block)
    m, n = len(deals.account), len(created)
    deal = np.repeat(np.arange(m), 1 + draw.poisson(4.0, m))
    end = np.where(deals.closed == NULL, AS_OF, deals.closed)
    at = draw.seconds(deals.created[deal], np.maximum(end[deal], deals.created[deal] + 1), len(deal))
    lead = np.repeat(np.arange(n), draw.poisson(1.3, n))
    later = np.minimum(created[lead] + draw.seconds(HOUR, 30 * DAY, len(lead)), AS_OF)
    k = len(deal)
    deal = np.concatenate([deal, np.full(len(lead), -1)])
    lead = np.concatenate([np.full(k, -1), lead])
    at = np.concatenate([at, later])
    owner_index = np.where(deal >= 0, deals.owner[deal], owner[lead])
    contact = np.where(deal >= 0, crm.contact_of[deals.account[deal]], -1)
    order = np.argsort(at, kind="stable")
    total = len(at)
    kind = draw.pick([34, 46, 13, 7], total)
    sink.write(
        "raw_crm.activities",
        {
            "id": col.crm_id("00T", world.numbers(accounts.block, total)),
            "type": col.labels(["Call", "Email", "Meeting", "Demo"], kind),
            "owner_id": col.take(world.staff.id, owner_index[order]),
            "contact_id": col.take(crm.contact_id, contact[order]),
            "lead_id": col.take(lead_ids, lead[order]),
            "opportunity_id": col.take(deals.id, deal[order]),
            "activity_date": at[order],
            "subject": col.labels(_SUBJECTS, draw.integers(0, 6, total)),
            "outcome": col.labels(_OUTCOMES, draw.pick([30, 25, 10, 20, 15], total)),
            "_loaded_at": nightly(at[order]),
        },
    )
