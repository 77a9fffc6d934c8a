"""Writes marketing data: web sessions before and after a visitor is identified, forms, newsletters and webinars."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _geography as geo
from headwater.simulation._accounts import Accounts
from headwater.simulation._campaign_plan import ADVERTISING, EMAIL, MEDIUM, PLATFORMS, WEBINAR
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
    day_weights,
    growth_weights,
)
from headwater.simulation._draw import Draw, cumulate
from headwater.simulation._leads import Leads
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._users import PAID_ADS, Users, visitor_ids
from headwater.simulation._world import World, hourly

STRANGERS = 24.0
"""The number of permanently anonymous visitors per account."""
_PAGES = [
    "/",
    "/pricing",
    "/product/runbooks",
    "/product/boards",
    "/server",
    "/blog/on-call",
    "/docs/install",
    "/signup",
    "/compare",
]
_FORMS = ["demo", "contact", "whitepaper", "newsletter"]
_EMAIL_TYPES = ["sent", "delivered", "opened", "clicked", "unsubscribed", "bounced"]
_ORGANIC = [
    ("google", "organic", "https://www.google.com/"),
    (None, None, None),
    ("newsletter", "email", None),
    ("partner", "referral", "https://partners.example.org/"),
    (None, None, "https://news.example.org/"),
]


def write_marketing(world: World, accounts: Accounts, users: Users, leads: Leads, sink: Sink) -> None:
    """Write the marketing data for one block of accounts."""
    visits = _visits(world, accounts, users, leads)
    _write_sessions(world, accounts.block, visits, sink)
    _write_forms(world, accounts.block, leads, visits, sink)
    _write_emails(world, accounts.block, leads, sink)
    _write_webinars(world, accounts.block, leads, sink)


def _visits(world: World, accounts: Accounts, users: Users, leads: Leads) -> Rows:
    """Draw the sessions before a signup or a lead, and the sessions of strangers and bots."""
    draw = world.draw("sessions", accounts.block)
    rows = Rows("visitor", "at", "country", "campaign", "page", "bot", "lead")
    with_visitor = np.flatnonzero(users.visitor != NULL)
    _add_visits_before(
        rows,
        world,
        draw,
        _Before(
            users.visitor[with_visitor],
            users.created[with_visitor],
            accounts.country[users.account[with_visitor]],
            users.source[with_visitor] == PAID_ADS,
            page=7,
        ),
    )
    known = np.flatnonzero(leads.visitor != NULL)
    _add_visits_before(
        rows,
        world,
        draw,
        _Before(
            leads.visitor[known],
            leads.created[known],
            leads.country[known],
            (leads.campaign >= 0)[known],
            page=1,
            campaign=leads.campaign[known],
            lead=known,
        ),
    )
    _add_strangers(rows, world, draw, accounts)
    return rows.keep(np.lexsort((rows["visitor"], rows["at"])))


@dataclass(frozen=True)
class _Before:
    """The sessions of visitors before they sign up or become a lead.

    Attributes:
        until: The time at which they signed up or became a lead.
        page: The landing page of their last session.
        campaign: The campaign whose advertisement brought them. If it is unknown, any campaign running at the time.
        lead: The positions of the leads that they became.
    """

    visitor: Ints
    until: Ints
    country: Ints
    paid: Flags
    page: int
    campaign: Ints | None = None
    lead: Ints | None = None


def _add_visits_before(rows: Rows, world: World, draw: Draw, known: _Before) -> None:
    n = len(known.visitor)
    count = 1 + draw.poisson(2.2, n)
    of = np.repeat(np.arange(n), count)
    last = np.r_[of[1:] != of[:-1], True] if n else np.zeros(0, bool)
    back = np.where(
        last,
        draw.integers(60, 1_500, len(of)),
        np.rint(draw.exponential(16 * DAY, len(of))).astype(np.int64) + HOUR,
    )
    at = np.maximum(known.until[of] - back, START)
    own = known.campaign[of] if known.campaign is not None else _running(world, draw.uniform(len(of)), at // DAY)
    from_ad = known.paid[of] & draw.flags(0.55, len(of))
    rows.add(
        len(of),
        visitor=known.visitor[of],
        at=at,
        country=known.country[of],
        campaign=np.where(from_ad, own, -1),
        page=np.where(last, known.page, draw.integers(0, 8, len(of))),
        bot=0,
        lead=np.where(last, known.lead[of], -1) if known.lead is not None else -1,
    )


def _add_strangers(rows: Rows, world: World, draw: Draw, accounts: Accounts) -> None:
    """Add visits by bots, and by people who never signed up or became leads."""
    n = round(len(accounts) * STRANGERS)
    bot = draw.flags(0.04, n)
    count = np.where(bot, 2 + draw.poisson(3.0, n), 1 + draw.poisson(0.75, n))
    of = np.repeat(np.arange(n), count)
    start = draw.days(cumulate(growth_weights()), np.full(n, FIRST_DAY), np.full(n, LAST_DAY))
    day = draw.days(cumulate(day_weights()), start[of], np.minimum(start + 40, LAST_DAY)[of])
    country = draw.pick(geo.WEIGHTS, n)[of]
    at = np.minimum(draw.working_time(day, geo.OFFSET[country]), AS_OF)
    ad = draw.flags(0.22, len(of))
    campaign = np.where(ad, _running(world, draw.uniform(len(of)), at // DAY), -1)
    numbers = world.numbers(accounts.block, n) + (1 << 38)
    rows.add(
        len(of),
        visitor=numbers[of],
        at=at,
        country=country,
        campaign=campaign,
        page=draw.integers(0, 8, len(of)),
        bot=bot[of],
        lead=-1,
    )


def _running(world: World, luck: np.ndarray, day: Ints) -> Ints:
    """Return an advertising campaign that was running on each day."""
    plan = world.campaigns
    ads = plan.running(ADVERTISING)
    group = np.searchsorted(plan.start[ads][::6], day, side="right") - 1
    return np.where(group >= 0, ads[np.maximum(group, 0) * 6 + np.floor(luck * 6).astype(np.int64)], -1)


def _write_sessions(world: World, block: int, visits: Rows, sink: Sink) -> None:
    draw, plan, n = world.draw("session rows", block), world.campaigns, len(visits)
    campaign = visits["campaign"]
    platform = plan.platform[campaign]
    ad = campaign >= 0
    organic = draw.pick([38, 34, 8, 6, 14], n)
    source = col.where(ad, col.labels(PLATFORMS, platform), col.labels([o[0] for o in _ORGANIC], organic))
    capital = draw.flags(0.05, n)  # people typed these links by hand
    source = col.where(capital, pc.utf8_capitalize(source), source)
    medium = col.where(ad, col.labels(MEDIUM, platform), col.labels([o[1] for o in _ORGANIC], organic))
    sink.write(
        "raw_marketing.web_sessions",
        {
            "session_id": col.ident("ses_", world.numbers(block, n)),
            "anonymous_id": visitor_ids(visits["visitor"]),
            "started_at": visits["at"],
            "landing_page": col.labels(_PAGES, visits["page"]),
            "referrer": col.where(ad, None, col.labels([o[2] for o in _ORGANIC], organic)),
            "utm_source": source,
            "utm_medium": medium,
            "utm_campaign": col.labels(plan.utm, campaign),
            "device": col.labels(["desktop", "mobile", "tablet"], draw.pick([66, 31, 3], n)),
            "country": col.labels(geo.CODES, visits["country"]),
            "pages": np.where(visits["bot"] == 1, 40 + draw.integers(0, 200, n), 1 + draw.poisson(2.1, n)),
            "is_bot": visits["bot"] == 1,
            "_loaded_at": hourly(visits["at"] + 30 * MINUTE),
        },
    )


def _write_forms(world: World, block: int, leads: Leads, visits: Rows, sink: Sink) -> None:
    """Write a form submission for each lead from the website, in the last session before the lead was created."""
    draw = world.draw("forms", block)
    rows = np.flatnonzero(visits["lead"] >= 0)
    rows = rows[draw.flags(0.85, len(rows))]
    lead = visits["lead"][rows]
    n = len(rows)
    email = col.take(leads.email, lead)
    capital = draw.flags(0.1, n)
    email = col.where(capital, pc.utf8_capitalize(email), email)
    email = col.where(draw.flags(0.02, n), col.join(" ", email), email)
    at = np.minimum(np.maximum(leads.created[lead] - 30, visits["at"][rows]), AS_OF)
    sink.write(
        "raw_marketing.form_submissions",
        {
            "submission_id": col.ident("frm_", world.numbers(block, n)),
            "anonymous_id": visitor_ids(visits["visitor"][rows]),
            "session_id": col.take(col.ident("ses_", world.numbers(block, len(visits))), rows),
            "form": col.labels(_FORMS, draw.pick([28, 17, 35, 20], n)),
            "email": email,
            "submitted_at": at,
            "_loaded_at": hourly(at),
        },
    )


def _write_emails(world: World, block: int, leads: Leads, sink: Sink) -> None:
    """Write the events for each newsletter that leads received before they unsubscribed."""
    draw, plan = world.draw("emails sent", block), world.campaigns
    letters = plan.running(EMAIL)
    n = len(leads.created)
    subscribed = np.flatnonzero(draw.flags(0.3, n))
    first = np.searchsorted(plan.start[letters], leads.created[subscribed] // DAY, side="left")
    count = np.minimum(draw.poisson(4.0, len(subscribed)), len(letters) - first)
    of = np.repeat(np.arange(len(subscribed)), count)
    place = np.repeat(first, count) + np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    letter, lead = letters[place], subscribed[of]
    sent_at = plan.start[letter] * DAY + 9 * HOUR + draw.integers(0, 3_600, len(of))
    rows = Rows("lead", "letter", "at", "type")
    last = np.r_[of[1:] != of[:-1], True] if len(of) else np.zeros(0, bool)
    luck = draw.uniform(len(of))
    bounced = luck < 0.02
    opened = ~bounced & (luck > 0.62)
    steps = (
        (sent_at > 0, 0, 0),
        (~bounced, 1, 20),
        (bounced, 5, 25),
        (opened, 2, 5_000),
        (opened & (luck > 0.92), 3, 5_100),
        (opened & last & (luck > 0.9), 4, 5_200),
    )
    for chosen, kind, later in steps:
        rows.add(int(chosen.sum()), lead=lead[chosen], letter=letter[chosen], at=(sent_at + later)[chosen], type=kind)
    rows = rows.keep(rows["at"] <= AS_OF)
    rows = rows.keep(np.lexsort((rows["type"], rows["lead"], rows["at"])))
    sink.write(
        "raw_marketing.email_events",
        {
            "event_id": col.ident("eml_", world.numbers(block, len(rows))),
            "email": col.take(leads.email, rows["lead"]),
            "campaign_name": col.labels(plan.name, rows["letter"]),
            "event_type": col.labels(_EMAIL_TYPES, rows["type"]),
            "occurred_at": rows["at"],
            "_loaded_at": hourly(rows["at"]),
        },
    )


def _write_webinars(world: World, block: int, leads: Leads, sink: Sink) -> None:
    draw, plan = world.draw("webinars", block), world.campaigns
    of_kind = plan.running(WEBINAR)
    some = np.flatnonzero(draw.flags(np.where(leads.source == 2, 0.95, 0.06), len(leads.created)))
    place = np.searchsorted(plan.end[of_kind], leads.created[some] // DAY, side="right")
    some, place = some[place < len(of_kind)], place[place < len(of_kind)]
    webinar = of_kind[place]
    n = len(some)
    low = np.maximum(leads.created[some] - 3_600, START)
    at = draw.seconds(low, np.maximum(plan.end[webinar] * DAY, low + 600), n)
    at = np.minimum(at, AS_OF)
    attended = draw.flags(0.55, n) & (plan.end[webinar] <= LAST_DAY)
    sink.write(
        "raw_marketing.webinar_registrations",
        {
            "registration_id": col.ident("web_", world.numbers(block, n)),
            "webinar": col.labels(plan.name, webinar),
            "email": col.take(leads.email, some),
            "registered_at": at,
            "attended": attended,
            "minutes_attended": np.where(attended, draw.integers(5, 60, n), 0),
            "held_on": plan.end[webinar],
            "_loaded_at": np.where(attended, np.minimum((plan.end[webinar] + 1) * DAY, AS_OF), hourly(at)),
        },
    )
