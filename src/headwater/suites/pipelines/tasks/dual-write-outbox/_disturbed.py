"""Killed and overlapping runs, and repairs while the service is in use, each played once in a copy."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from _service import RELAY, REPAIR, active, chosen, many, put_commands, seats, serve
from _together import copy_of, together
from _topic import TOPIC, Event, after, ends, events_of, start_ends
from _truth import View, view

from headwater.grading import Graded, Message, State

ROUNDS = 3
_ROWS = """
    select id, version, account, plan, seats, status, trial_ends::text, terms, mrr::text from app.subscriptions
    where id = any(%s)
"""
_STATE = ("account", "plan", "seats", "status", "trial_ends", "terms", "mrr")


@dataclass(frozen=True)
class Killed:
    """Killed runs: how the last runs ended, whether runs were killed, what was sent, and what the consumers have.

    Attributes:
        codes: The exit codes of runs that were not killed.
        kills: How many runs were killed.
        events: What was sent.
        view: What the consumers have at the end.
        answers: Answers of the service to repeated commands that are not `ok`.
        requests: The number of requests of a run that was not killed, or 0 if they were not counted.
    """

    codes: list[int]
    kills: int
    events: list[Event]
    view: View
    answers: list[str]
    requests: int


@together
def killed_service(graded: Graded) -> Killed:
    """Kill the service at several requests, and repeat its commands each time."""
    with copy_of(graded) as copy:
        first, ids = ends(copy), chosen(graded, 6, 12)

        def commands(number: int) -> list[dict[str, Any]]:
            return [seats(f"k-{number}-{each}", each, 31 + number) for each in ids[:2]]

        whole = copy.run_killed(put_commands(copy, ".killed", commands(0)), after=None)
        # The last requests are those of a whole command and what follows it.
        points = list(enumerate(range(max(1, whole.requests - 4), whole.requests), 1))
        kills = sum(
            copy.run_killed(put_commands(copy, ".killed", commands(number)), after=point).is_killed
            for number, point in points
        )
        again = serve(copy, ".killed", [each for number, _ in points for each in commands(number)])
        codes = [whole.completed.exit_code, again.exit_code, copy.run().exit_code]
        answers = [line for line in again.stdout.splitlines() if " ok sub-" not in line]
        return _killed(graded, copy, first, codes, kills, answers)


def _killed(
    graded: Graded,
    copy: State,
    first: dict[int, int],
    codes: list[int],
    kills: int,
    answers: list[str],
    requests: int = 0,
) -> Killed:
    everything = after(copy, start_ends(graded))
    sent = events_of(m for m in everything if m.offset >= first.get(m.partition, 0))
    return Killed(codes, kills, sent, view(graded, copy, everything), answers, requests)


def change_many(graded: Graded, state: State, mark: int, rounds: int = ROUNDS, part: int = 1) -> None:
    """Change many subscriptions several times, each time in one transaction."""
    low, high = many(graded)
    for number in range(rounds):
        state.postgres.execute(
            f"update app.subscriptions set terms = 'm{mark}-{number}' "
            f"where id between {low} and {high} and id % 2 = 0 and id <= {low + (high - low) // part}"
        )


@together
def killed_relay(graded: Graded) -> Killed:
    """Kill the relay at several requests while it sends much."""
    with copy_of(graded) as copy:
        first = ends(copy)
        change_many(graded, copy, 0, part=2)
        whole = copy.run_killed(RELAY, after=None)
        codes, kills = [whole.completed.exit_code], 0
        for number, point in enumerate((whole.requests // 2, whole.requests * 5 // 6), 1):
            change_many(graded, copy, number, part=2)
            kills += copy.run_killed(RELAY, after=point).is_killed
            codes.append(copy.run().exit_code)
        return _killed(graded, copy, first, codes, kills, [], whole.requests)


def changed_by_many(graded: Graded) -> list[int]:
    """Return ten of the subscriptions that `change_many` changes."""
    low, _ = many(graded)
    return [each for each in active(graded) if each >= low and each % 2 == 0][:10]


_OVERLAP = """
for n in 1 2; do python3 relay.py & done
python3 service.py .one & python3 service.py .two &
python3 relay.py & wait
"""


@together
def overlapping(graded: Graded) -> Killed:
    """Start relays while another one is at work, and services that change the same subscriptions."""
    with copy_of(graded) as copy:
        first, ids = ends(copy), chosen(graded, 7, 10)
        change_many(graded, copy, 7)
        for name, number in ((".one", 1), (".two", 2)):
            commands = [seats(f"o{name}-{turn}-{each}", each, 10 * number + turn) for turn in range(4) for each in ids]
            put_commands(copy, name, commands)
        copy.run(_OVERLAP, timeout_sec=150)
        change_many(graded, copy, 9, part=2)
        point = killed_relay(graded).requests // 2
        paused, inner = copy.run_paused(RELAY, after=point, meanwhile=lambda: _work(graded, copy))
        codes = [paused.exit_code, *inner, copy.run().exit_code]
        return _killed(graded, copy, first, codes, 0, [])


def _work(graded: Graded, copy: State) -> list[int]:
    change_many(graded, copy, 8, rounds=2, part=8)
    return [copy.run().exit_code]


def spoil(state: State, ids: Iterable[int], mark: str) -> dict[int, str]:
    """Send an event for each subscription that no transaction committed, and return the ids of these events."""
    rows = state.postgres.query(_ROWS, [list(ids)])
    phantoms, messages = {}, []
    for number, version, *values in rows:
        values_by_name: dict[str, Any] = dict(zip(_STATE, values, strict=True)) | {"seats": 77, "terms": mark}
        event = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{mark}-{number}"))
        at = "2026-06-16T12:00:00.250000Z"
        body = {"subscription": f"sub-{number}", "version": version + 1, "type": "changed", "occurred_at": at}
        body |= {"state": values_by_name, "mrr_delta": "19.00"}
        headers = {"event-id": event, "type": "changed", "schema": "3", "sent-at": at}
        encoded = {name: value.encode() for name, value in headers.items()}
        messages.append(Message(json.dumps(body).encode(), f"sub-{number}".encode(), encoded))
        phantoms[number] = event
    state.kafka.produce(TOPIC, messages)
    return phantoms


@dataclass(frozen=True)
class Live:
    """Repairs that were paused or killed at several places, while the service and the relay worked.

    Attributes:
        codes: The exit codes of all runs that were not killed.
        phantoms: The events that had to be voided.
        events: What the programs sent.
        view: What the consumers have at the end.
        kills: How many repairs were killed.
    """

    codes: list[int]
    phantoms: set[str]
    events: list[Event]
    view: View
    kills: int


_UNCOMMITTED = r"""
import subprocess, sys, time
import psycopg

with psycopg.connect("") as session:
    ids = [int(each) for each in sys.argv[1:]]
    session.execute("update app.subscriptions set seats = 33 where id = any(%s)", [ids])
    repair = subprocess.Popen([sys.executable, "repair.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 6
    while repair.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
sys.exit(repair.wait(100))
"""


def _live(graded: Graded, place: int, disturb: Callable[[State, int, list[int], int], list[int]], parts: int) -> Live:
    with copy_of(graded) as copy:
        first, ids, phantoms = ends(copy), chosen(graded, place, 40), set[str]()
        size = len(ids) // (parts + 1)
        phantoms |= set(spoil(copy, ids[:size], "first").values())
        whole = copy.run_killed(REPAIR, after=None)
        codes = [whole.completed.exit_code]
        for part in range(1, parts + 1):
            group = ids[part * size : (part + 1) * size]
            phantoms |= set(spoil(copy, group, f"part {part}").values())
            point = min(whole.requests * part // (parts + 1), whole.requests - 2)
            codes += disturb(copy, max(1, point), group, part)
        codes.append(copy.run().exit_code)
        everything = after(copy, start_ends(graded))
        new = events_of(m for m in everything if m.offset >= first.get(m.partition, 0))
        kills = codes.count(-1)
        codes = [code for code in codes if code != -1]
        sent = [event for event in new if event.id not in phantoms]
        return Live(codes, phantoms, sent, view(graded, copy, everything), kills)


@together
def live_repair(graded: Graded) -> Live:
    """Change the subscriptions that are repaired: in a session that commits late, and while a repair is paused."""

    def disturb(copy: State, point: int, group: list[int], part: int) -> list[int]:
        if part == 3:
            copy.write(".uncommitted", _UNCOMMITTED)
            return [copy.run("python3 -I .uncommitted " + " ".join(map(str, group)), timeout_sec=150).exit_code]
        commands = [seats(f"l-{part}-{each}", each, 30 + part) for each in group]

        def meanwhile() -> list[int]:
            served = serve(copy, ".live", commands).exit_code
            return [served, copy.run().exit_code] if part == 1 else [served]

        paused, inner = copy.run_paused(REPAIR, after=point, meanwhile=meanwhile)
        return [paused.exit_code, *inner]

    return _live(graded, 8, disturb, 3)


@together
def killed_repair(graded: Graded) -> Live:
    """Kill repairs, and repeat them."""

    def disturb(copy: State, point: int, _: list[int], __: int) -> list[int]:
        is_killed = copy.run_killed(REPAIR, after=point).is_killed
        return [*([-1] if is_killed else []), copy.run(REPAIR).exit_code]

    return _live(graded, 9, disturb, 2)
