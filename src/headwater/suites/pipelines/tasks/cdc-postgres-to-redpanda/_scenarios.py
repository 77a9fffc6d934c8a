"""Run each scenario once, in a copy of the final state, and record observations that several checks share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _posts import (
    Event,
    Post,
    await_ends,
    change,
    commits,
    describe_errors,
    difference,
    events,
    followed,
    rows_read,
    since,
    truth,
)
from _programs import KILL, LATE, MANY_TRANSACTIONS, WRITE_MEANWHILE

from headwater.grading import Completed, Graded, State

REMOVE = "python3 cdc.py --remove"
NO_KAFKA = {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"}
NO_POSTGRES = {"PGPORT": "1", "PGPASSWORD": "hush-8092", "POSTGRES_URL": "postgresql://app:hush-8092@127.0.0.1:1/app"}
INSERT = """
    insert into app.posts (board, number, author, title, body, tags, votes, rating, posted_at, author_ip)
    values ('attic', {number}, 'new one', {title}, {body}, {tags}, {votes}, {rating},
        '2026-11-26 23:59:59.000007+02', '203.0.113.77');
"""
ODD_TEXT = 'It\'s \\ "odd"\n\t{a,b}, [NULL] table app.posts: 小林 \U0001f6b2'
ODD_TAGS = ["a,b", 'say "no"', "", "NULL", "back\\slash", "{x}"]


@dataclass(frozen=True)
class Changed:
    """The runs after changes to posts.

    Attributes:
        one: The run after three simple changes: an insert, an update and a delete.
        one_events: The events of this run.
        mixed: The run after changes of all kinds.
        mixed_events: The events of this run.
        rows: The posts in Postgres after this run.
        wrong: The errors that readers of the topic see after this run; empty if there are none.
    """

    one: Completed
    one_events: list[Event]
    mixed: Completed
    mixed_events: list[Event]
    rows: dict[str, Post]
    wrong: str


@cache
def runs_after_changes(graded: Graded) -> Changed:
    """Change posts in two steps, each followed by a run."""
    with graded.copy() as copy:
        before = events(copy)
        simple = INSERT.format(number=60_001, title="'T'", body="'B'", tags="'{x}'", votes=1, rating="2.5")
        simple += "update app.posts set votes = 777 where number = 100; delete from app.posts where number = 101;"
        change(copy, simple)
        one = copy.run()
        one_events = since(copy, before)
        before = events(copy)
        texts = {"title": "''", "body": _literal(ODD_TEXT), "tags": _array(ODD_TAGS)}
        change(copy, INSERT.format(number=60_002, votes=-9007199254740995, rating="999.999", **texts))
        texts = {"title": "null", "body": "''", "tags": "'{}'"}
        change(copy, INSERT.format(number=60_003, votes=0, rating="null", **texts))
        change(
            copy,
            "update app.posts set votes = 1 where number = 60003; update app.posts set votes = 2 where number = 60003;",
        )
        change(copy, "update app.posts set votes = 3, title = 'three' where number = 60003;")
        change(copy, "update app.posts set is_hidden = not is_hidden where length(body) > 5000 and number < 1000;")
        change(
            copy,
            "insert into app.posts (board, number, author, body, posted_at) "
            "values ('attic', 60004, 'a', 'gone soon', now());"
            "delete from app.posts where number = 60004;",
        )
        change(copy, "update app.posts set board = 'off-topic', number = 60005 where number = 60001;")
        change(
            copy,
            "update app.posts set number = number + 61000 where length(body) > 5000 and number between 1000 and 1100;",
        )
        mixed = copy.run()
        return Changed(one, one_events, mixed, since(copy, before), truth(copy), describe_errors(copy))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _array(texts: list[str]) -> str:
    return "array[" + ", ".join(map(_literal, texts)) + "]"


@cache
def late_commit(graded: Graded) -> tuple[str, list[Event], str]:
    """Let a transaction commit late. Return both runs' exit codes and events, and the errors that readers see."""
    with graded.copy() as copy:
        before = events(copy)
        copy.write(".late", LATE)
        completed = copy.run("python3 -I .late", timeout_sec=120)
        return completed.stdout.strip(), since(copy, before), describe_errors(copy)


@dataclass(frozen=True)
class Disturbed:
    """The last run after killed and after concurrent runs: its result, its events and the errors that readers see."""

    killed: tuple[Completed, list[Event], str]
    overlapping: tuple[Completed, list[Event], str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs that send many events, and then start three runs at the same time."""
    with graded.copy() as copy:
        before = events(copy)
        _change_many(copy, "1")
        copy.run("timeout -s KILL 0.7 python3 cdc.py", timeout_sec=30)
        copy.write(".kill", KILL)
        copy.run("python3 -I .kill", timeout_sec=120)
        await_ends(copy)
        killed = copy.run(), since(copy, before), describe_errors(copy)
        before = events(copy)
        _change_many(copy, "2")
        copy.run("for n in 1 2 3; do python3 cdc.py & done; wait", timeout_sec=90)
        return Disturbed(killed, (copy.run(), since(copy, before), describe_errors(copy)))


def _change_many(state: State, mark: str) -> None:
    for votes in (1, 2):
        change(state, f"update app.posts set votes = {votes}, author = 'm{mark}-{votes}' where number <= 3000;")
    change(state, "delete from app.posts where number between 200 and 260;")


@dataclass(frozen=True)
class Outages:
    """Runs without Kafka, runs without Postgres, the next run with both, and the errors that readers then see."""

    kafka: Completed
    postgres: Completed
    next: Completed
    wrong: str


@cache
def outages(graded: Graded) -> Outages:
    """Run without Kafka and then without Postgres, while there are changes to send."""
    with graded.copy() as copy:
        change(copy, "update app.posts set votes = 5 where number <= 20; delete from app.posts where number = 21;")
        kafka = copy.run(env=NO_KAFKA, timeout_sec=60)
        postgres = copy.run(env=NO_POSTGRES, timeout_sec=60)
        await_ends(copy)
        return Outages(kafka, postgres, copy.run(), describe_errors(copy))


@dataclass(frozen=True)
class Site:
    """Runs at a new site, where the website writes during the first run.

    Attributes:
        first: The report of the website, which writes during the first two runs.
        last: The run after these two, and the errors that readers see after it.
        column: The run after a column was added, and its events.
    """

    first: dict[str, Any]
    last: tuple[Completed, str]
    column: tuple[Completed, list[Event]]


@cache
def site(graded: Graded) -> Site:
    """Run at a new site while the website writes."""
    with graded.copy(data="starting") as copy:
        copy.write(".meanwhile", WRITE_MEANWHILE)
        first = _report(copy.run("python3 -I .meanwhile 2", timeout_sec=150))
        last = copy.run()
        found = events(copy)
        fault = describe_errors(copy)
        change(
            copy, "alter table app.posts add column mood text; update app.posts set mood = 'glad' where number = 77;"
        )
        column = copy.run()
        return Site(first, (last, fault), (column, since(copy, found)))


def _report(ran: Completed) -> dict[str, Any]:
    last = ran.stdout.strip().rpartition("\n")[2]
    return json.loads(last) if ran.exit_code == 0 and last.startswith("{") else {"failed": ran.last_line[:200]}


@cache
def written_meanwhile(graded: Graded) -> dict[str, Any]:
    """Let the website write while runs send many events; return its report."""
    with graded.copy() as copy:
        for mark in ("w", "x"):
            _change_many(copy, mark)
        copy.write(".meanwhile", WRITE_MEANWHILE)
        return _report(copy.run("python3 -I .meanwhile 2", timeout_sec=150))


@dataclass(frozen=True)
class Load:
    """The load that runs put on Postgres.

    Attributes:
        idle: A run without changes, and the rows that it read.
        few: A run after a few changes, and the rows that it read.
        many: A run after many transactions, the number of its own transactions, and the errors that readers then see.
        retained_bytes: The bytes of WAL that slots retain after several runs between which only other tables changed.
        own: The number of rows in tables that do not belong to the website.
    """

    idle: tuple[Completed, int]
    few: tuple[Completed, int]
    many: tuple[Completed, int, str]
    retained_bytes: int
    own: int


@cache
def load(graded: Graded) -> Load:
    """Measure the load that runs put on Postgres."""
    with graded.copy() as copy:
        copy.write(".many", MANY_TRANSACTIONS)
        copy.run("python3 -I .many", timeout_sec=60)
        before = commits(copy)
        completed = copy.run()
        many = completed, commits(copy) - before, describe_errors(copy)
        idle = _reading(copy)
        change(copy, "update app.posts set votes = 9 where board = 'bikes' and number < 40;")
        few = _reading(copy)
        for _ in range(2):
            change(
                copy,
                "insert into app.visits (board, agent) "
                "select 'attic', repeat(md5(n::text), 30) from generate_series(1, 25000) n;",
            )
            _checkpoint_and_run(copy)
        _checkpoint_and_run(copy)  # each run moves restart_lsn to the position that the previous run confirmed
        return Load(idle, few, many, _retained_bytes(copy), _own_rows(copy))


def _checkpoint_and_run(state: State) -> None:
    state.postgres.administrator.execute("checkpoint")
    state.run()


def _reading(state: State) -> tuple[Completed, int]:
    before = rows_read(state)
    completed = state.run()
    return completed, rows_read(state) - before


def _retained_bytes(state: State) -> int:
    sql = "select max(pg_current_wal_lsn() - restart_lsn) from pg_replication_slots"
    return int(state.postgres.scalar(sql) or 0)


def _own_rows(state: State) -> int:
    names = state.postgres.query(
        "select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables "
        "where schemaname not in ('pg_catalog', 'information_schema') "
        "and schemaname || '.' || tablename not in ('app.posts', 'app.boards', 'app.visits')"
    )
    return sum(int(state.postgres.scalar(f"select count(*) from {name}")) for (name,) in names)


@dataclass(frozen=True)
class Removed:
    """Results of ``--remove`` at a new site.

    Attributes:
        first: The run with ``--remove``.
        remaining_objects: The objects that did not exist at the start.
        second: A second run with ``--remove``.
        next: The next run, its events, and how the topic differs from Postgres after it; posts that were deleted
            before this run are ignored.
    """

    first: Completed
    remaining_objects: list[str]
    second: Completed
    next: tuple[Completed, list[Event], str]


@cache
def removal(graded: Graded) -> Removed:
    """Run at a new site, remove everything, and run again."""
    start = set(inventory(graded.starting))
    # Use the starting state, because the file system of a copy cannot rename the folder of an existing slot.
    with graded.copy(data="starting") as copy:
        copy.run()
        before = events(copy)
        first = copy.run(REMOVE)
        remaining_objects = sorted(set(inventory(copy)) - start)
        second = copy.run(REMOVE)
        change(copy, "update app.posts set votes = 4 where number = 5; delete from app.posts where number = 6;")
        again = copy.run()
        rows, followed_posts = truth(copy), followed(events(copy))
        fault = difference({key: post for key, post in followed_posts.items() if key in rows}, rows)
        return Removed(first, remaining_objects, second, (again, since(copy, before), fault))


def inventory(state: State | Graded) -> list[str]:
    """Return the names of all objects except system objects, and the replica identity of app.posts."""
    rows = state.postgres.query("""
        select 'slot ' || slot_name from pg_replication_slots
        union all select 'publication ' || pubname from pg_publication
        union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
        union all select 'event trigger ' || evtname from pg_event_trigger
        union all select 'relation ' || relnamespace::regnamespace || '.' || relname from pg_class
            where relnamespace::regnamespace::text not in ('pg_catalog', 'pg_toast', 'information_schema')
        union all select 'function ' || proname from pg_proc
            where pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
        union all select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_(temp|toast)'
        union all select 'replica identity ' || relreplident::text from pg_class where oid = 'app.posts'::regclass
        union all select 'column ' || attname || ' of ' || attrelid::regclass from pg_attribute
            where attrelid in ('app.posts'::regclass, 'app.boards'::regclass, 'app.visits'::regclass)
                and attnum > 0 and not attisdropped
        order by 1
    """)
    return [str(row[0]) for row in rows]
