"""Changes of all kinds, late commits, an event that is too large, and outages, each played once in a copy."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _service import (
    COMPARE,
    LIMIT,
    SMALL,
    STATUS,
    chosen,
    open_account,
    opening,
    put_commands,
    seats,
    serve,
)
from _together import copy_of, together
from _topic import Event, after, ends, events_of, start_ends
from _truth import View, view

from headwater.grading import Completed, Graded, Message, State, away

TERMS = 'It\'s "odd": \\ {a}\n\t条件 \U0001f6b2 é'
NIGHT = "select app.expire_trials('2026-06-19')"
TOO_LARGE, NEARLY = 1_200_000, 900_000
WAITING_BEHIND = 1_500


@dataclass(frozen=True)
class Changes:
    """Commands of the service, then changes of other programs, each followed by a run of the relay.

    Attributes:
        served: The run of the service.
        relay: The run of the relay after it.
        messages: What this run sent.
        jobs: The run of the relay after changes by other programs.
        moved: The subscriptions whose account changed, as keys.
        expired: The trials that expired, as keys.
        twice: The subscription that one transaction changed twice.
        job_events: What this run sent.
        view: What the consumers have at the end.
    """

    served: Completed
    relay: Completed
    messages: list[Message]
    jobs: Completed
    moved: set[str]
    expired: set[str]
    twice: str
    job_events: list[Event]
    view: View


def commands(graded: Graded) -> list[dict[str, Any]]:
    """Return commands of all kinds; r-6 exceeds the limit of the account when it commits."""
    one, two, three = chosen(graded, 0, 3)
    return [
        opening("r-1", terms=TERMS, trial_ends="2031-02-03", seats=4),
        opening("r-2", plan="business", seats=LIMIT - 20, terms=""),
        seats("r-3", one, 49),
        {"request": "r-4", "do": "change", "subscription": two, "plan": "campus", "terms": TERMS},
        {"request": "r-5", "do": "cancel", "subscription": three},
        opening("r-6", seats=30),
        seats("r-3", one, 49),
        seats("r-7", 10**9, 2),
        seats("r-8", one, 50),
    ]


@cache
def changes(graded: Graded) -> Changes:
    """Change subscriptions in all ways."""
    with graded.copy() as copy:
        first = ends(copy)
        open_account(copy)
        served = serve(copy, ".commands", commands(graded))
        relay = copy.run()
        messages = after(copy, first)
        second = ends(copy)
        query = copy.postgres.query
        trials = query("select id from app.subscriptions where status = 'trial' and trial_ends < '2026-06-19'")
        account = query("select account from app.subscriptions where id = %s", [chosen(graded, 1, 1)[0]])[0][0]
        moved = query("select id from app.subscriptions where account = %s", [account])
        copy.postgres.execute(NIGHT)
        copy.postgres.execute("update app.accounts set seat_limit = 100000")
        copy.postgres.execute(f"update app.subscriptions set account = '{SMALL}' where account = '{account}'")
        twice = chosen(graded, 2, 1)[0]
        change = f"update app.subscriptions set seats = %s where id = {twice};"
        copy.postgres.execute(change % 47 + change % 48)
        jobs = copy.run()
        everything = after(copy, start_ends(graded))
        job_events = events_of(after(copy, second))
        keys = {f"sub-{row[0]}" for row in moved}, {f"sub-{row[0]}" for row in trials}
        return Changes(served, relay, messages, jobs, *keys, f"sub-{twice}", job_events, view(graded, copy, everything))


_LATE = r"""
import subprocess, sys
import psycopg

slow, trial = int(sys.argv[1]), int(sys.argv[2])
with psycopg.connect("") as late:
    late.execute("update app.subscriptions set terms = 'late' where id = %s", [slow])
    late.execute("update app.subscriptions set terms = 'late' where id = %s", [trial])
    codes = [subprocess.run([sys.executable, *words], capture_output=True, timeout=60).returncode for words in (
        ("service.py", ".quick"), ("relay.py",))]
codes.append(subprocess.run([sys.executable, "relay.py"], capture_output=True, timeout=60).returncode)
print(*codes)
"""


@dataclass(frozen=True)
class Late:
    """Transactions that commit late: the exit codes, the topic after a session, and after paused runs of the service.

    Attributes:
        codes: The exit codes around a session of another program.
        session: The view after it.
        service: The exit codes of paused and other runs of the service.
        slow: The subscriptions that paused runs changed.
        paused: What was sent since the first of these.
    """

    codes: str
    session: View
    service: list[int]
    slow: set[str]
    paused: list[Event]


@together
def late(graded: Graded) -> Late:
    """Let transactions commit after later ones have been sent."""
    with copy_of(graded) as copy:
        ids = chosen(graded, 3, 40)
        put_commands(copy, ".quick", [seats(f"q-{each}", each, 47) for each in ids[2:8]])
        copy.write(".late", _LATE)
        codes = copy.run(f"python3 -I .late {ids[0]} {ids[1]}", timeout_sec=120).stdout.strip()
        session = view(graded, copy, after(copy, start_ends(graded)))
        counted = copy.run_killed(put_commands(copy, ".counted", [seats("c-0", ids[10], 47)]), after=None)
        service, first = [counted.completed.exit_code], ends(copy)
        for number, point in enumerate((2, 3)):
            slow = put_commands(copy, ".slow", [seats(f"s-{number}", ids[12 + number], 47)])
            quick = [seats(f"t-{number}", ids[20 + number], 47)]

            def meanwhile(quick: list[dict[str, Any]] = quick) -> list[int]:
                return [serve(copy, ".meanwhile", quick).exit_code, copy.run().exit_code]

            held, others = copy.run_paused(slow, after=max(1, counted.requests - point), meanwhile=meanwhile)
            service += [held.exit_code, *others]
        service.append(copy.run().exit_code)
        slow_keys = {f"sub-{each}" for each in ids[12:14]}
        return Late(codes, session, service, slow_keys, events_of(after(copy, first)))


@dataclass(frozen=True)
class Poison:
    """An event that is too large, with many behind it.

    Attributes:
        key: Its subscription.
        event: Its id.
        first: The first run of the relay.
        first_events: What it sent.
        others: The keys of the other subscriptions that changed.
        large: The key of an event that is just small enough.
        again: The next run, after another change of others.
        again_events: What it sent.
        status: What the relay says then.
        aside: The run that sets the event aside.
        last: The run after it.
        last_events: What it sent.
        versions: The versions of the subscription behind the event.
        final_status: What the relay says at the end.
        compared: What the repair finds at the end.
    """

    key: str
    event: str
    first: Completed
    first_events: list[Event]
    others: set[str]
    large: str
    again: Completed
    again_events: list[Event]
    status: dict[str, Any]
    aside: Completed
    last: Completed
    last_events: list[Event]
    versions: list[int]
    final_status: dict[str, Any]
    compared: Completed


def _status(state: State) -> dict[str, Any]:
    text = state.run(STATUS).stdout.strip()
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@together
def poison(graded: Graded) -> Poison:
    """Make an event that is too large, and set it aside."""
    with copy_of(graded) as copy:
        poisoned, large, *others = chosen(graded, 4, 24)
        start, execute = ends(copy), copy.postgres.execute
        execute(f"update app.subscriptions set terms = repeat('x', {TOO_LARGE}) where id = {poisoned}")
        event, version = copy.postgres.query(
            "select event_id::text, version from audit.changes where subscription = %s order by change desc limit 1",
            [poisoned],
        )[0]
        execute(
            f"do $$ begin for n in 1..{WAITING_BEHIND} loop "
            f"update app.subscriptions set terms = 'short ' || n where id = {poisoned}; end loop; end $$"
        )
        execute(f"update app.subscriptions set terms = repeat('y', {NEARLY}) where id = {large}")
        serve(copy, ".others", [seats(f"p-{each}", each, 47) for each in others])
        first = copy.run()
        middle = ends(copy)
        serve(copy, ".others", [seats(f"p2-{each}", each, 48) for each in others])
        again, status = copy.run(), _status(copy)
        late = ends(copy)
        aside = copy.run(f"python3 relay.py --set-aside {event}")
        last = copy.run()
        end, final = ends(copy), _status(copy)
        messages = after(copy, start)
        groups = [_between(messages, *pair) for pair in ((start, middle), (middle, late), (late, end))]
        compared = copy.run(COMPARE)
        keys = {f"sub-{each}" for each in others}
        versions = list(range(version + 1, version + 1 + WAITING_BEHIND))
        return Poison(
            f"sub-{poisoned}", event, first, groups[0], keys, f"sub-{large}", again, groups[1], status, aside, last,
            groups[2],
            versions, final, compared,
        )  # fmt: skip


def _between(messages: list[Message], first: dict[int, int], last: dict[int, int]) -> list[Event]:
    return events_of(m for m in messages if first.get(m.partition, 0) <= m.offset < last.get(m.partition, 0))


@dataclass(frozen=True)
class Outages:
    """Programs without a service, and the first run of the relay after it.

    Attributes:
        served: The service without Kafka.
        relay: The relay without Kafka, with something to send.
        repair: The repair without Kafka.
        relay_alone: The relay without Postgres.
        service_alone: The service without Postgres.
        next: The relay with both, after the month of the changes was closed.
        events: What it sent.
        month: The first month that is open then.
        view: What the consumers have at the end.
    """

    served: Completed
    relay: Completed
    repair: Completed
    relay_alone: Completed
    service_alone: Completed
    next: Completed
    events: list[Event]
    month: str
    view: View


@together
def outages(graded: Graded) -> Outages:
    """Run the programs while a service is away, and close the month before Kafka is back."""
    with copy_of(graded) as copy:
        first = ends(copy)
        ids = chosen(graded, 5, 12)
        served = serve(copy, ".away", [seats(f"a-{each}", each, 47) for each in ids], env=away("kafka"))
        relay = copy.run("python3 relay.py", env=away("kafka"), timeout_sec=60)
        repair = copy.run("python3 repair.py", env=away("kafka"), timeout_sec=60)
        relay_alone = copy.run("python3 relay.py", env=away("postgres"), timeout_sec=60)
        service_alone = serve(copy, ".alone", [seats("b-1", ids[0], 48)], env=away("postgres"))
        copy.postgres.execute(
            "update billing.periods set closed_at = now() "
            "where closed_at is null and month <= to_char(now() at time zone 'UTC', 'YYYY-MM')"
        )
        month = copy.postgres.scalar("select min(month) from billing.periods where closed_at is null")
        following = copy.run()
        everything = after(copy, start_ends(graded))
        sent = events_of(m for m in everything if m.offset >= first.get(m.partition, 0))
        seen = view(graded, copy, everything)
        return Outages(served, relay, repair, relay_alone, service_alone, following, sent, month, seen)
