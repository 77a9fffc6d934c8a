"""Writes tickets as the ticket system stores them: rows, changes, comments and ratings."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation import _columns as col
from headwater.simulation import _words as words
from headwater.simulation._accounts import CLOUD, SERVER, Accounts
from headwater.simulation._clock import (
    AS_OF,
    DAY,
    HOUR,
    MINUTE,
    NULL,
    Flags,
    Ints,
)
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._users import Users
from headwater.simulation._world import World, hourly

STATUSES = ["new", "open", "pending", "hold", "solved", "closed"]


NEW, OPEN, PENDING, HOLD, SOLVED, CLOSED = range(6)


PRIORITIES = ["low", "normal", "high", "urgent"]


_CATEGORIES = ["how_to", "bug", "billing", "outage", "integration", "license", "account_access", "feature_request"]


_SUBJECTS = [
    ("How do I share a board?", "Can I copy a board?", "Where do old boards go?", "Moving cards between boards"),
    ("Error when saving a runbook", "Runbook stops at step 2", "Board does not load", "Checklist lost its order"),
    ("Question about our invoice", "We were charged twice", "Please change our billing address", "Invoice without VAT"),
    ("Is there an outage?", "Everything is slow this morning", "Mooring is down for us", "Alerts arrive late"),
    ("Webhook is not called", "How do we connect our chat?", "Integration asks for a new token", "API returns 429"),
    ("Licence key is refused", "When do we have to renew?", "We need more seats", "Licence for a test server"),
    ("Cannot log in", "Password reset does not arrive", "Login with SSO fails", "Who can give me access?"),
    ("Idea: dark mode", "Could boards have labels?", "Please add an export to CSV", "Wish: recurring checklists"),
]
"""What people write, by category."""


def _status(t: Rows) -> Ints:
    """Return the status of each ticket at the frozen clock."""
    status = np.where(t["first"] > AS_OF, NEW, OPEN)
    status = np.where((t["first"] <= AS_OF) & (t["waits"] == 1), PENDING, status)
    status = np.where((t["first"] <= AS_OF) & (t["hold"] == 1), HOLD, status)
    status = np.where(t["solved"] <= AS_OF, SOLVED, status)
    status = np.where((t["again"] != NULL) & (t["again"] <= AS_OF), OPEN, status)
    status = np.where(t["final"] <= AS_OF, SOLVED, status)
    status = np.where(t["closed"] <= AS_OF, CLOSED, status)
    return np.where((t["spam"] == 1) | (t["merged"] >= 0), CLOSED, status)


def _ends_early(t: Rows) -> Flags:
    """Return whether tickets are closed within minutes without an answer, like spam and merged tickets."""
    return np.asarray((t["spam"] == 1) | (t["merged"] >= 0))


def _closed_early(world: World, block: int, t: Rows) -> Ints:
    """Return when each ticket is closed if it ends early."""
    draw = world.draw("early ends", block)
    return np.minimum(draw.around(t["at"] + 10 * MINUTE, 9 * MINUTE, 40 * MINUTE), AS_OF)


def write_tickets(world: World, accounts: Accounts, users: Users, organization: Ints, t: Rows, sink: Sink) -> None:
    draw, n = world.draw("ticket rows", accounts.block), len(t)
    numbers = world.numbers(accounts.block, n)
    early = _ends_early(t)
    status = _status(t)
    solved = np.where((status >= SOLVED) & ~early, np.where(t["final"] <= AS_OF, t["final"], t["solved"]), NULL)
    solved = np.where(early, _closed_early(world, accounts.block, t), solved)
    last = np.maximum(t["at"], np.where(t["first"] <= AS_OF, t["first"], NULL))
    last = np.maximum(last, np.maximum(solved, np.where((t["closed"] <= AS_OF) & ~early, t["closed"], NULL)))
    account = t["account"]
    org = np.where(account >= 0, organization[account], -1)
    org = np.where((org < 0) | draw.flags(0.03, n), NULL, org)
    junk = col.join(words.mailboxes(numbers * 31, numbers * 17, NULL, numbers), "@spam.example.net")
    email = col.where(account >= 0, col.take(users.email, t["user"]), junk)
    priority = np.where((t["priority"] == 1) & draw.flags(0.5, n), -1, t["priority"])
    deployment = np.where(account >= 0, accounts.deployment[account], CLOUD)
    product = np.where(deployment == SERVER, 1, np.where(deployment == CLOUD, 0, draw.integers(0, 1, n)))
    style = (draw.integers(0, 2, n) + numbers) % 4
    tags = [f"{c} {extra}".strip() for c in _CATEGORIES for extra in ("", "vip", "escalated")]
    sink.write(
        "raw_support.tickets",
        {
            "id": numbers,
            "organization_id": org,
            "requester_email": email,
            "assignee_id": np.where(early | (t["first"] > AS_OF), NULL, world.staff.agent_id[t["team"]]),
            "subject": col.labels([s for own in _SUBJECTS for s in own], t["category"] * 4 + style),
            "channel": col.labels(["email", "web", "chat", "api"], draw.pick([48, 30, 18, 4], n)),
            "priority": col.labels(PRIORITIES, priority),
            "status": col.labels(STATUSES, status),
            "product": col.labels(["cloud", "server"], product),
            "category": col.labels(_CATEGORIES, t["category"]),
            "created_at": t["at"],
            "updated_at": last,
            "solved_at": solved,
            "is_spam": t["spam"] == 1,
            "merged_into_id": np.where(t["merged"] >= 0, numbers[t["merged"]], NULL),
            "tags": col.labels(tags, t["category"] * 3 + draw.pick([85, 10, 5], n)),
            "_loaded_at": hourly(last),
        },
    )


def write_events(world: World, block: int, t: Rows, sink: Sink) -> None:
    """Write the changes to status, priority and assignee."""
    draw, n = world.draw("ticket events", block), len(t)
    pace = world.draw("pace of agents", block)
    agent = world.staff.agent_id[t["team"]]
    rows = Rows("ticket", "at", "type", "old", "new", "actor")
    early, every = _ends_early(t), np.arange(n)

    def status(chosen: Flags, at: Ints, old: Ints | int, new: int) -> None:
        some = every[chosen]
        before = np.broadcast_to(old, (n,))[chosen]
        rows.add(len(some), ticket=some, at=at[chosen], type=0, old=before, new=new, actor=agent[chosen])

    status(early, _closed_early(world, block, t), NEW, CLOSED)
    real = ~early
    rows.add(
        int(real.sum()),
        ticket=every[real],
        at=(t["first"] - pace.integers(5, 40, n))[real],
        type=2,
        old=NULL,
        new=agent[real],
        actor=agent[real],
    )
    status(real, t["first"], NEW, OPEN)
    waits, hold = real & (t["waits"] == 1), real & (t["hold"] == 1)
    status(waits, t["first"] + pace.integers(5, 59, n), OPEN, PENDING)
    status(hold, t["first"] + pace.integers(5, 59, n), OPEN, HOLD)
    status(real, t["solved"], np.where(waits, PENDING, np.where(hold, HOLD, OPEN)), SOLVED)
    reopened = real & (t["again"] != NULL)
    status(reopened, t["again"], SOLVED, OPEN)
    status(reopened, t["final"], OPEN, SOLVED)
    status(real, t["closed"], SOLVED, CLOSED)
    raised = real & (t["priority"] >= 2) & draw.flags(0.25, n)
    at = t["first"] + (t["solved"] - t["first"]) // 3
    rows.add(
        int(raised.sum()),
        ticket=every[raised],
        at=at[raised],
        type=1,
        old=(t["priority"] - 1)[raised],
        new=t["priority"][raised],
        actor=agent[raised],
    )
    rows = rows.keep(rows["at"] <= AS_OF)
    rows = rows.keep(np.lexsort((rows["type"], rows["ticket"], rows["at"])))
    kind, numbers = rows["type"], world.numbers(block, n)

    def value(name: str) -> pa.Array:
        states = col.labels(STATUSES, np.where(kind == 0, rows[name], -1))
        levels = col.labels(PRIORITIES, np.where(kind == 1, rows[name], -1))
        return pc.coalesce(states, levels, col.digits(np.where(kind == 2, rows[name], NULL)))

    sink.write(
        "raw_support.ticket_events",
        {
            "id": world.numbers(block, len(rows)),
            "ticket_id": numbers[rows["ticket"]],
            "event_type": col.labels(["status", "priority", "assignee"], kind),
            "from_value": value("old"),
            "to_value": value("new"),
            "actor_id": rows["actor"],
            "created_at": rows["at"],
            "_loaded_at": hourly(rows["at"]),
        },
    )


def write_comments(world: World, block: int, t: Rows, sink: Sink) -> None:
    """Write comments: the question, an automatic receipt, the answers, and internal notes."""
    draw, n = world.draw("ticket comments", block), len(t)
    every, early = np.arange(n), _ends_early(t)
    real = every[~early]
    rows = Rows("ticket", "at", "author", "public")
    rows.add(n, ticket=every, at=t["at"], author=0, public=1)
    rows.add(len(real), ticket=real, at=t["at"][real] + 5, author=2, public=1)
    notes = real[draw.flags(0.3, len(real))]
    rows.add(len(notes), ticket=notes, at=(t["at"] + (t["first"] - t["at"]) // 2)[notes], author=1, public=0)
    rows.add(len(real), ticket=real, at=t["first"][real], author=1, public=1)
    more = np.repeat(real, draw.poisson(0.9, len(real)))
    at = draw.seconds(t["first"][more] + 60, np.maximum(t["final"][more], t["first"][more] + 61), len(more))
    rows.add(len(more), ticket=more, at=at, author=draw.integers(0, 1, len(more)), public=1)
    rows = rows.keep(rows["at"] <= AS_OF)
    rows = rows.keep(np.lexsort((rows["author"], rows["ticket"], rows["at"])))
    m = len(rows)
    sink.write(
        "raw_support.ticket_comments",
        {
            "id": world.numbers(block, m),
            "ticket_id": world.numbers(block, n)[rows["ticket"]],
            "author_kind": col.labels(["requester", "agent", "system"], rows["author"]),
            "is_public": rows["public"] == 1,
            "created_at": rows["at"],
            "characters": np.where(rows["author"] == 2, 212, draw.integers(20, 1_800, m)),
            "_loaded_at": hourly(rows["at"]),
        },
    )


def write_ratings(world: World, block: int, t: Rows, sink: Sink) -> None:
    """Write ratings, which are requested a day after the solution.

    A third of the requesters respond. Slow tickets get worse ratings.
    """
    draw, n = world.draw("ratings", block), len(t)
    rows = np.flatnonzero(~_ends_early(t) & (t["final"] + DAY <= AS_OF) & draw.flags(0.8, n))
    m = len(rows)
    slow = (t["final"] - t["at"])[rows] > 3 * DAY
    answered = draw.flags(0.34, m)
    good = draw.flags(np.where(slow, 0.7, 0.92), m)
    planned = t["final"][rows] + DAY
    at = np.minimum(world.draw("offers of ratings", block).around(planned, 2 * HOUR, 9 * HOUR), AS_OF)
    later = np.where(answered, np.minimum(planned + draw.seconds(60, 2 * DAY, m), AS_OF), at)
    comment = col.where(
        good,
        col.labels(words.COMMENTS_GOOD, draw.integers(0, 5, m)),
        col.labels(words.COMMENTS_BAD, draw.integers(0, 4, m)),
    )
    sink.write(
        "raw_support.satisfaction_ratings",
        {
            "id": world.numbers(block, m),
            "ticket_id": world.numbers(block, n)[rows],
            "score": col.labels(["offered", "good", "bad"], np.where(answered, np.where(good, 1, 2), 0)),
            "comment": col.where(answered, comment, None),
            "created_at": later,
            "_loaded_at": hourly(later),
        },
    )
