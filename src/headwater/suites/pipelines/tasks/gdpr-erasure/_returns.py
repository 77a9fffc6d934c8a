"""Let events of erased people arrive late, or from a restored archive, and run the loader and the job."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from _data import CLICKHOUSE, Rows, files_of, text_of
from _people import People
from _runs import difference
from _scenarios import LOAD
from _start import left

from headwater.grading import Completed, Graded, State

FIRST = 910_000_000
LATE = "archive/late-2026-11-01.jsonl.gz"
_SIGNED_UP = 5_000_001
_WRITE = r"""
import base64, pathlib, sys
pathlib.Path(sys.argv[1]).write_bytes(base64.b64decode(pathlib.Path(".late").read_text()))
"""


@dataclass(frozen=True)
class Late:
    """A late event: its line, its group, and its properties after loading, or None if it may not be loaded."""

    group: str
    number: int
    at: datetime
    kind: str
    properties: str
    loaded: str | None

    def line(self, event_id: int) -> str:
        """Return the line of the archive."""
        return (
            f'{{"event_id": {event_id}, "account_id": {self.number}, "at": "{self.at:%Y-%m-%dT%H:%M:%SZ}", '
            f'"kind": "{self.kind}", "properties": {self.properties}}}'
        )


@dataclass(frozen=True)
class Returns:
    """The late events, and what happened to them.

    Attributes:
        events: The events by number.
        loaded: The properties of those that were loaded, by number.
        load: The run of the loader.
        erase: The run of the job after it.
        lines: What is wrong with the late file after both.
        again: The run of the loader after that, and how events differ after it.
        restored: The run of the loader after an archive was restored from a backup, and how events differ after it.
        counts: How published counts differ after the restore.
        cleaned: How the restored archive differs from the one before, after another run of the job.
    """

    events: dict[int, Late]
    loaded: dict[int, str]
    load: Completed
    erase: Completed
    lines: str
    again: tuple[Completed, str]
    restored: tuple[Completed, str]
    counts: str
    cleaned: str

    def fault(self, group: str) -> str:
        """Return how many events of a group were treated wrongly, or an empty string."""
        wrong = [n for n, event in self.events.items() if event.group == group and not self._is_right(n, event)]
        total = sum(event.group == group for event in self.events.values())
        if self.load.exit_code:
            return f"the loader ended with {self.load.exit_code} ({self.load.last_line[:120]})"
        return f"{len(wrong)} of {total} are wrong, such as {self.events[wrong[0]].line(0)[:160]}" if wrong else ""

    def _is_right(self, number: int, event: Late) -> bool:
        found = self.loaded.get(number)
        if found is None or event.loaded is None:
            return found is event.loaded
        return bool(json.loads(found) == json.loads(event.loaded))


def _json(**values: str) -> str:
    return json.dumps(values)


def _events(people: People, graded: Graded) -> list[Late]:
    old, now = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC), datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
    numbers, addresses = sorted(people.numbers)[3:400:9], sorted(people.addresses)[2:600:11]
    others = [row[0] for row in left(graded).before["accounts"] if row[4] is None]
    others = [n for n in others if people.number(n, old) not in people.due | people.held][5:3000:40]
    rows = [Late("numbers", n, old + timedelta(minutes=n % 999), "save", "{}", None) for n in numbers]
    for place, address in enumerate(addresses):
        spelled = (address, address.upper(), address.replace("@", "\\u0040"))[place % 3]
        rows.append(Late("addresses", 0, old, "newsletter", f'{{"email": "{spelled}"}}', None))
        link = f"https://larder.example/join?to={address.replace('@', '%40').replace('+', '%2B')}"
        wanted = _json(to="[erased]", link="https://larder.example/join?to=[erased]", text=f"dr{place}@clinic.example")
        sent = _json(to=address.title(), link=link, text=f"dr{place}@clinic.example")
        rows.append(Late("mentions", others[place % len(others)], old, "invite", sent, wanted))
        rows.append(Late("new", 0, now, "newsletter", _json(email=address), _json(email=address)))
    rows.append(Late("new", _SIGNED_UP, now, "login", _json(email=addresses[0]), _json(email=addresses[0])))
    rows += [
        Late("others", n, old, "view", _json(path=f"/recipes/{n}"), _json(path=f"/recipes/{n}")) for n in others[:40]
    ]
    return rows + _reused(people, graded)


def _reused(people: People, graded: Graded) -> list[Late]:
    """Return events of numbers and addresses that an erased and another person had, one after the other."""
    rows = []
    accounts = {row[0]: row for row in left(graded).before["accounts"]}
    for _, number, _, _, merged_at in left(graded).before["merges"]:
        if number not in accounts:
            continue
        times = (merged_at - timedelta(days=2), accounts[number][3] + timedelta(days=2))
        due = [people.number(number, when) in people.due for when in times]
        if due[0] != due[1]:
            rows += [
                Late("reused", number, t, "save", "{}", None if d else "{}") for t, d in zip(times, due, strict=True)
            ]
    for _, _, old, new, when in left(graded).before["changes"]:
        for address in (old, new):
            times = (when - timedelta(days=3), when + timedelta(days=30))
            due = [people.address(address, moment) in people.due for moment in times]
            if due[0] != due[1]:
                text = _json(email=address)
                rows += [
                    Late("reused", 0, t, "newsletter", text, None if d else text)
                    for t, d in zip(times, due, strict=True)
                ]
    return rows


def _put(state: State, path: str, data: bytes) -> None:
    state.write(".late", base64.b64encode(data).decode())
    state.write(".late-writer", _WRITE)
    state.run(f"python3 -I .late-writer {path}; rm .late .late-writer", timeout_sec=60)


@cache
def returns(graded: Graded) -> Returns:
    """Let late events arrive, run the loader and the job, restore an archive from a backup, and run both again."""
    people = left(graded).people
    events = {FIRST + place: event for place, event in enumerate(_events(people, graded))}
    address = sorted(people.addresses)[2]
    with graded.copy() as copy:
        copy.postgres.execute(
            "insert into app.accounts values "
            f"({_SIGNED_UP}, '{address}', 'Somebody New', now() + interval '1 hour', null)"
        )
        _put(copy, LATE, gzip.compress("".join(f"{e.line(n)}\n" for n, e in events.items()).encode(), mtime=0))
        load = copy.run(LOAD)
        sql = f"select event_id, properties from analytics.events where event_id >= {FIRST}"
        loaded = dict(copy.clickhouse.query(sql))
        erase = copy.run()
        lines = _late_lines(copy, events)
        before = _events_of(copy)
        again = copy.run(LOAD)
        after = _events_of(copy)
        clean = _lines(copy)
        restored, differences, counts = _restore(graded, copy, after)
        cleaned = copy.run().exit_code or _lines(copy) != clean
        return Returns(
            events,
            loaded,
            load,
            erase,
            lines,
            (again, difference(after[0], before[0])),
            (restored, differences),
            counts,
            "a run of the job does not clean the restored archives" if cleaned else "",
        )


def _lines(copy: State) -> dict[str, str]:
    return {name: text_of(name, data) for name, data in files_of(copy).items() if name.endswith(".gz")}


def _late_lines(copy: State, events: dict[int, Late]) -> str:
    found = text_of(LATE, files_of(copy).get(LATE, b"")).splitlines()
    ids = {FIRST + place for place in range(len(events))}
    kept = {json.loads(line)["event_id"]: json.loads(line)["properties"] for line in found}
    wanted = {n: json.loads(event.loaded) for n, event in events.items() if event.loaded is not None}
    return "" if kept == wanted else f"{len(kept.keys() & ids)} lines are left, and {len(wanted)} should be"


def _restore(graded: Graded, copy: State, before: tuple[Rows, Rows]) -> tuple[Completed, str, str]:
    """Put the archives of the start back, with their manifest, and run the loader."""
    for name, data in files_of(graded.starting).items():
        if name.startswith("archive/"):
            _put(copy, name, data)
    completed = copy.run(LOAD)
    after = _events_of(copy)
    return completed, difference(after[0], before[0]), difference(after[1], before[1])


def _events_of(copy: State) -> tuple[Rows, Rows]:
    return copy.clickhouse.query(CLICKHOUSE["events"]), copy.clickhouse.query(CLICKHOUSE["counts"])
