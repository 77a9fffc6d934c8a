"""Rounds of chance in a small copy: changes that collide, messages that come again, runs that are killed or meet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from _parcels import describe_end, parse
from _programs import empty_kafka
from _runs import messages_after

from headwater.grading import Graded, Message, State

_PROGRAM = ("_chance_life", "_chance_world")
_START = "python3 -I -c \"import sys; sys.path.append('.chance'); import _chance_life\""
_FIRST = ("plain", "killed", "compared", "idle", "during", "twice", "repair")
_SECOND = ("repair", "killed", "emptied", "during", "repaired", "compared")
_SMALL = """
    set session_replication_role = replica;
    delete from app.parcels where parcel_id not in (select parcel_id from app.parcels order by parcel_id limit 14);
    delete from app.deleted_parcels where parcel_id not in
        (select parcel_id from app.deleted_parcels d where not exists (select from app.parcels p
            where p.parcel_id = d.parcel_id) order by parcel_id limit 3);
    reset session_replication_role;
"""
# As docs/runbooks/restore-postgres.md does: some change, some are back, some are gone without a row of their deletion.
_RESTORE = """
    set session_replication_role = replica;
    create temporary table kept as select parcel_id, row_number() over (order by parcel_id) as place from app.parcels
        where parcel_id not in (select parcel_id from app.deleted_parcels);
    delete from app.parcels where parcel_id in (select parcel_id from kept where place in (1, 2));
    update app.parcels set revision = revision + 9, price = 7.07, depot = 'nice', updated_at = '2025-04-01 10:00+00'
        where parcel_id in (select parcel_id from kept where place in (3, 4));
    update app.parcels set revision = revision + 5, state = 'delivered'
        where parcel_id in (select parcel_id from kept where place in (5, 6));
    insert into app.parcels select parcel_id, max(revision) + 7, 'lyon', 'announced', 12.34, date '2025-04-01',
            timestamptz '2025-04-01 10:00+00'
        from app.deleted_parcels d where not exists (select from app.parcels p where p.parcel_id = d.parcel_id)
        group by parcel_id order by parcel_id limit 2;
    drop table kept;
    reset session_replication_role;
"""
Row = list[Any]


@dataclass(frozen=True)
class Round:
    """A round, and what there is after the run at its end, which was alone.

    Attributes:
        name: Its number and what happened to the runs before the last one.
        report: What the program in the copy reported.
        messages: The messages of the topic that a follower knows before the last run.
        sent: The messages that the last run sent.
        disturbed: The messages that the runs before it sent.
        known: What a follower knew before the round's runs.
        events: What happened in this round and the ones before: the parcel, or 0, and a description.
    """

    name: str
    report: dict[str, Any]
    messages: list[Message]
    sent: list[Message]
    disturbed: list[Message]
    known: dict[int, dict[str, Any]]
    events: list[tuple[int, str]]

    @property
    def app(self) -> dict[int, Row]:
        """The rows of app.parcels by number."""
        return {row[0]: row for row in self.report["app"]}

    @property
    def all_messages(self) -> list[Message]:
        """The messages of the topic after the last run."""
        return self.messages + self.sent

    def tell(self, number: int) -> str:
        """Describe the last things that happened to a parcel, long transactions included."""
        last = [text for parcel, text in self.events if parcel in (number, 0)][-8:]
        return f"{self.name}; the last events: {'; '.join(last)}"


@cache
def chance(graded: Graded) -> tuple[str, list[Round]]:
    """Return what is wrong with the first run at the small site, or an empty string, and the rounds after it."""
    with graded.copy() as copy:
        _make_small(copy)
        first = copy.run(timeout_sec=100)
        if first.exit_code:
            return f"the first run of a new site failed: {describe_end(first)}", []
        messages = messages_after(copy, {})
        reports, number = _live(copy, 11, 900_001, _FIRST)
        copy.postgres.administrator.execute(_RESTORE)
        reports += _live(copy, 12, number, _SECOND)[0]
        return ("" if reports else "no round came to its end"), list(_rounds(messages, reports))


def _make_small(state: State) -> None:
    """Leave fourteen parcels, three cancelled ones, an empty topic, and nothing in ClickHouse."""
    state.clickhouse.execute("drop database if exists analytics sync")
    state.postgres.administrator.execute(_SMALL)
    state.postgres.execute("drop schema if exists pipeline cascade")
    empty_kafka(state)


def _live(state: State, seed: int, number: int, modes: tuple[str, ...]) -> tuple[list[dict[str, Any]], int]:
    for name in _PROGRAM:
        state.write(f".chance/{name}.py", Path(__file__).with_name(name).with_suffix(".py").read_text())
    ran = state.run(f"{_START} {seed} {number} {' '.join(modes)}", timeout_sec=240)
    if ran.exit_code:
        return [{"mode": "broken", "error": ran.last_line[:300]}], number
    found = json.loads(ran.stdout.strip().rpartition("\n")[2])
    return found["rounds"], found["number"]


def _rounds(messages: list[Message], reports: list[dict[str, Any]]) -> Iterator[Round]:
    events: list[tuple[int, str]] = []
    for place, report in enumerate(reports):
        name = f"round {place + 1} ({report['mode']})"
        if "error" in report:
            yield Round(f"{name}: {report['error']}", report | {"app": []}, messages, [], [], {}, events)
            return
        partners, disturbed, sent = (_decoded(report[part]) for part in ("partners", "disturbed", "sent"))
        known = newest(messages + partners)
        messages = messages + partners + disturbed
        events = events + [(parcel, text) for parcel, text in report["events"]]
        yield Round(name, report, messages, sent, disturbed, known, events)
        messages = messages + sent


def _decoded(rows: list[Row]) -> list[Message]:
    return [Message(_bytes(value), _bytes(key), {}, partition, offset) for partition, offset, key, value in rows]


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")


def newest(messages: list[Message]) -> dict[int, dict[str, Any]]:
    """Return the content with the largest revision of each parcel."""
    found: dict[int, dict[str, Any]] = {}
    for content in filter(None, (parse(message.value) for message in messages)):
        if content["revision"] > found.get(content["parcel"], {"revision": 0})["revision"]:
            found[content["parcel"]] = content
    return found


def unusable(messages: list[Message]) -> set[tuple[int, int]]:
    """Return the places of the messages that are unusable."""
    return {(message.partition, message.offset) for message in messages if parse(message.value) is None}
