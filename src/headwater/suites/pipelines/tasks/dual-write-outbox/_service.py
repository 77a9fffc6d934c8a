"""Run the service, the relay and the repair in a copy, and choose the subscriptions that they change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from _topic import Event
from _truth import start_faults

from headwater.grading import Completed, Graded, State

RELAY, REPAIR, COMPARE = "python3 relay.py", "python3 repair.py", "python3 repair.py --check"
INSTALL, STATUS = "python3 install.py", "python3 relay.py --status"
SMALL, LIMIT = "acc-of-checks", 100
_ACTIVE = "select id from app.subscriptions where status = 'active' and seats < 49 order by id"


@cache
def active(graded: Graded) -> list[int]:
    """Return the active subscriptions whose events were right at the start."""
    broken = start_faults(graded).keys
    return [row[0] for row in graded.starting.postgres.query(_ACTIVE) if f"sub-{row[0]}" not in broken]


def chosen(graded: Graded, place: int, number: int) -> list[int]:
    """Return active subscriptions whose events were right at the start; each place has others."""
    return active(graded)[place * 40 : place * 40 + number]


def many(graded: Graded) -> tuple[int, int]:
    """Return the first and the last id of a range with many subscriptions."""
    ids = active(graded)
    return ids[len(ids) // 2], ids[-1]


def open_account(state: State) -> None:
    """Add an account with few seats."""
    state.postgres.execute(f"insert into app.accounts values ('{SMALL}', {LIMIT})")


def opening(request: str, **values: Any) -> dict[str, Any]:
    """Return a command that opens a subscription."""
    usual = {"account": SMALL, "plan": "team", "seats": 3, "trial_ends": None, "terms": "net 30"}
    return {"request": request, "do": "open", **usual, **values}


def seats(request: str, subscription: int, number: int) -> dict[str, Any]:
    """Return a command that changes the number of seats."""
    return {"request": request, "do": "change", "subscription": subscription, "seats": number}


def put_commands(state: State, name: str, commands: Iterable[dict[str, Any]]) -> str:
    """Write commands to a file, and return the command line that applies them."""
    state.write(name, "".join(json.dumps(command) + "\n" for command in commands))
    return f"python3 service.py {name}"


def serve(state: State, name: str, commands: Iterable[dict[str, Any]], env: dict[str, str] | None = None) -> Completed:
    """Let the service apply commands."""
    return state.run(put_commands(state, name, commands), env=env, timeout_sec=60)


def last_line(completed: Completed) -> str:
    """Return the last line of standard output."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def firsts(events: Iterable[Event]) -> list[Event]:
    """Return the first transmission of each event, without voids."""
    seen: set[str] = set()
    found = []
    for event in events:
        if event.id not in seen and event.type != "voided":
            seen.add(event.id)
            found.append(event)
    return found


def disorder(events: Iterable[Event]) -> str:
    """Describe the subscriptions whose versions were sent in another order, or return an empty string."""
    last: dict[str, tuple[int, int]] = {}
    wrong = []
    for event in firsts(events):
        partition, version = last.get(event.key, (event.partition, 0))
        if version >= event.version or partition != event.partition:
            wrong.append(f"{event.key} version {event.version} after {version}")
        last[event.key] = (event.partition, event.version)
    return f"{len(wrong)} events are out of order, such as {wrong[0]}" if wrong else ""
