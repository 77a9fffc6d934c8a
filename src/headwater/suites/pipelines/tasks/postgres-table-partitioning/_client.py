"""A program that plays many servers of the app at once, and the comparison of its answers with the database."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from _activity import TABLE, statement

from headwater.grading import Completed, Graded, State

_NAMES = ("record", "report", "delete")
_REPORT = "select report_id, activity_id from social.reports where reporter_id = 8 order by 1"
_EVENTS = "select coalesce(sum(events), 0) from social.post_stats where post_id = 1503"
PROGRAM = r"""
import json, os, random, threading, time, uuid
import psycopg

with open(".traffic") as file:
    plan = json.load(file)
RECORD, REPORT, DELETE = (plan[name] for name in ("record", "report", "delete"))
recorded, deleted, reports, unsure = [], [], {}, []


def connect():
    return psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True)


def event(key, at):
    return {"client_key": key, "occurred_at": at, "user_id": 91_000, "post_id": 1503, "kind": "like", "body": None}


class Server:
    def __init__(self, seed):
        self.random, self.connection = random.Random(seed), None

    def execute(self, statements, params, unsure_about=None, most=6):
        # A statement that fails is tried again, in its new and its old form, as docs/operations.md says.
        for attempt in range(most):
            sql = statements[attempt % len(statements)]
            try:
                self.connection = self.connection or connect()
                return self.connection.execute(sql, params).fetchall()
            except psycopg.OperationalError as error:
                if self.connection is not None and self.connection.broken:
                    self.connection = None
                    if unsure_about is not None:
                        unsure.append(unsure_about)
            except psycopg.Error:
                pass
            if os.path.exists(".stop"):
                return []
            time.sleep(0.02)
        return []

    def report(self, activity):
        rows = self.execute(REPORT, {"activity_id": activity, "reporter_id": 8, "reason": "rude"})
        if rows and rows[0][0] is not None:
            reports[rows[0][0]] = activity

    def work(self, number):
        # Two servers get the same events, as when a phone sends an event again while the first one is being recorded.
        for count in range(plan["most"]):
            if os.path.exists(".stop"):
                return
            key = uuid.UUID(int=random.Random(f"{number // 2} {count}").getrandbits(128))
            at = plan["times"][key.int % len(plan["times"])]
            statements = RECORD if self.random.random() < 0.5 else RECORD[::-1]
            rows = self.execute(statements, event(key, at), str(key), most=400)
            if rows and rows[0][0] is not None:
                activity = rows[0][0]
                recorded.append([str(key), activity])
                dice = self.random.random()
                if dice < 0.3:
                    self.report(activity)
                elif dice < 0.5 and plan["old"]:
                    self.report(self.random.choice(plan["old"]))
                if self.random.random() < 0.2:
                    if self.execute(DELETE, {"activity_id": activity, "user_id": 91_000}):
                        deleted.append(activity)
            time.sleep(0.01)

    def hold(self):
        # Transactions stay open for a while after they have recorded and reported something.
        while not os.path.exists(".stop"):
            key = uuid.UUID(int=self.random.getrandbits(128))
            try:
                with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
                    self.transact(connection, key)
            except psycopg.Error:
                pass
            time.sleep(0.1)

    def transact(self, connection, key):
        rows = connection.execute(self.random.choice(RECORD), event(key, self.random.choice(plan["times"]))).fetchall()
        activity = self.random.choice(plan["old"]) if plan["old"] else rows[0][0]
        params = {"activity_id": activity, "reporter_id": 8, "reason": "rude"}
        reported = connection.execute(self.random.choice(REPORT), params).fetchall()
        time.sleep(0.7)
        try:
            connection.commit()
        except psycopg.Error:
            unsure.append(str(key))
            raise
        recorded.extend([str(key), row[0]] for row in rows)
        reports.update((row[0], activity) for row in reported if row[0] is not None)


threads = [threading.Thread(target=Server(number).work, args=(number,)) for number in range(4)]
threads.append(threading.Thread(target=Server(9).hold))
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps({"recorded": recorded, "deleted": deleted, "reports": reports, "unsure": unsure}))
"""


@dataclass
class Traffic:
    """What the servers of the app were answered.

    Attributes:
        recorded: Pairs of the key and the id of each event that was recorded.
        deleted: The ids that were deleted.
        reports: The activity that each accepted report is about.
        unsure: Keys of events whose statement lost its connection.
    """

    completed: Completed | None = None
    recorded: list[tuple[str, int]] = field(default_factory=list)
    deleted: set[int] = field(default_factory=set)
    reports: dict[int, int] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Read what the program printed."""
        assert self.completed is not None
        answers: dict[str, Any] = json.loads(self.completed.stdout.strip().rpartition("\n")[2] or "{}")
        self.recorded = [(key, activity) for key, activity in answers.get("recorded", [])]
        self.deleted = set(answers.get("deleted", []))
        self.reports = {int(number): activity for number, activity in answers.get("reports", {}).items()}
        self.unsure = set(answers.get("unsure", []))


@contextmanager
def traffic(
    graded: Graded, state: State, times: Sequence[str], *, old: Sequence[int] = (), most: int = 1_200
) -> Iterator[Traffic]:
    """Let servers of the app work while the body runs; they have stopped when it ends.

    Args:
        graded: What has the statements.
        state: Where the servers work.
        times: The times of their events.
        old: Ids of activity that they report.
        most: The most events that each of the servers records.
    """
    plan: dict[str, Any] = {name: [statement(graded, name), statement(graded, name, shipped=True)] for name in _NAMES}
    state.write(".traffic", json.dumps(plan | {"times": list(times), "old": list(old), "most": most}))
    state.write(".servers", PROGRAM)
    found = Traffic()

    def run() -> None:
        found.completed = state.run("python3 -I .servers", timeout_sec=170)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield found
    finally:
        state.write(".stop", "")
        thread.join()
    found.read()


def traffic_fault(state: State, found: Traffic, events_before: int, is_kept: str = "true") -> str:
    """Describe the smallest difference between the answers and the database; an empty string if there is none.

    Args:
        state: Where the servers worked.
        found: The answers to the servers.
        events_before: What `events_counted` returned before.
        is_kept: The condition for activity that must not be dropped.
    """
    rows = state.postgres.query(f"select client_key::text, activity_id from {TABLE} where user_id = 91000")
    there = {(key, activity) for key, activity in rows}
    times = Counter(key for key, _ in rows)
    twice = sorted(key for key in times if times[key] > 1)
    if twice:
        return f"the event {twice[0]} was recorded {times[twice[0]]} times"
    wanted = {pair for pair in found.recorded if pair[1] not in found.deleted}
    lost = sorted(pair for pair in wanted - there if pair[0] not in found.unsure)
    if lost:
        return f"{len(lost)} of {len(wanted)} recorded events are lost, such as {lost[0][0]} with the id {lost[0][1]}"
    surplus = sorted(pair for pair in there - wanted if pair[0] not in found.unsure)
    if surplus:
        was = "was deleted" if surplus[0][1] in found.deleted else "was never answered"
        return f"there are {len(surplus)} events too many, such as {surplus[0][0]}, which {was}"
    if not found.unsure and events_counted(state) - events_before != len(found.recorded):
        return f"{len(found.recorded)} events count as {events_counted(state) - events_before} in the statistics"
    return _reports_fault(state, found, is_kept)


def _reports_fault(state: State, found: Traffic, is_kept: str) -> str:
    there: dict[int, int | None] = dict(state.postgres.query(_REPORT))
    wanted_ids = sorted(set(found.reports.values()) - found.deleted) or [0]
    sql = f"select activity_id from {TABLE} where {is_kept} and activity_id = any(%s)"
    kept = {row[0] for row in state.postgres.query(sql, [wanted_ids])}
    for number, activity in sorted(found.reports.items()):
        wanted = activity if activity in kept else None
        if number not in there:
            return f"the report {number} of the activity {activity} is lost"
        if there[number] != wanted:
            return f"the report {number} of the activity {activity} refers to {there[number]} instead of {wanted}"
    dangling = state.postgres.scalar(f"""
        select min(report_id) from social.reports r where activity_id is not null
        and not exists (select from {TABLE} a where a.activity_id = r.activity_id)
    """)
    return f"the report {dangling} refers to activity that does not exist" if dangling else ""


def events_counted(state: State) -> int:
    """Return how many events the statistics count for the servers' post."""
    return int(state.postgres.scalar(_EVENTS))
