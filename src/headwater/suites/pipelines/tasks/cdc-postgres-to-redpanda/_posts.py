"""Compare the posts in Postgres with those that readers of the topic see."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from headwater.grading import Completed, Graded, State

TOPIC = "posts"
COLUMNS = ("board", "number", "author", "title", "body", "tags", "votes", "rating", "is_hidden", "posted_at")
_POSTS = """
    select board, number, author, title, body, to_jsonb(tags), votes, rating::text, is_hidden,
        to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    from app.posts
"""
_READ = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) from pg_stat_user_tables
"""
_OTHERS = "select count(*) from pg_stat_activity where usename = 'app' and pid <> %s"
_PATIENCE_SEC = 30.0
_COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"

Post = dict[str, Any]


@dataclass(frozen=True)
class Event:
    """A message in the topic.

    Attributes:
        partition: The partition of the message.
        offset: The offset in this partition.
        key: The key of the message.
        body: The parsed value; None if it is not JSON.
    """

    partition: int
    offset: int
    key: str
    body: Any

    @property
    def op(self) -> Any:
        return self.body.get("op") if isinstance(self.body, dict) else None

    @property
    def post(self) -> Any:
        return self.body.get("post") if isinstance(self.body, dict) else None

    @property
    def position(self) -> int:
        position = self.body.get("position") if isinstance(self.body, dict) else None
        return position if type(position) is int else -1


def events(state: State | Graded) -> list[Event]:
    """Return the events in the topic, sorted by partition and offset."""
    return [
        Event(message.partition, message.offset, (message.key or b"").decode(errors="replace"), _parsed(message.value))
        for message in state.kafka.messages(TOPIC)
    ]


def _parsed(value: bytes | None) -> Any:
    try:
        return json.loads(value or b"")
    except ValueError:
        return None


def since(state: State, before: Iterable[Event]) -> list[Event]:
    """Return the events in the topic that are not in ``before``."""
    known = {(event.partition, event.offset) for event in before}
    return [event for event in events(state) if (event.partition, event.offset) not in known]


def first_of_each(events: Iterable[Event]) -> list[Event]:
    """Return the events whose position is larger than that of all earlier events for the same post."""
    last: dict[str, int] = {}
    new = []
    for event in events:
        if event.position > last.get(event.key, -1):
            last[event.key] = event.position
            new.append(event)
    return new


def followed(events: Iterable[Event]) -> dict[str, Post]:
    """Apply events in order; return the resulting posts, keyed by id."""
    posts: dict[str, Post] = {}
    for event in first_of_each(events):
        if event.op == "delete":
            posts.pop(event.key, None)
        else:
            posts[event.key] = event.post
    return posts


def truth(state: State | Graded) -> dict[str, Post]:
    """Return the posts in Postgres, keyed by id."""
    rows = state.postgres.query(_POSTS)
    return {f"{row[0]}/{row[1]}": dict(zip(COLUMNS, row, strict=True)) for row in rows}


def starting_columns(post: Any) -> Post:
    """Return only those columns of a post that exist at the start."""
    return {name: post.get(name) for name in COLUMNS} if isinstance(post, dict) else {}


def difference(found: dict[str, Post], right: dict[str, Post]) -> str:
    """Describe the posts that differ; return an empty string if none does."""
    keys = sorted(found.keys() | right.keys())
    other = [key for key in keys if key not in found or key not in right or starting_columns(found[key]) != right[key]]
    if not other:
        return ""
    key = other[0]
    if key not in found or key not in right:
        example = f"{key} is {'missing' if key in right else 'still there'}"
    else:
        columns = starting_columns(found[key])
        name = next(name for name in COLUMNS if columns.get(name) != right[key][name])
        example = f"{name} of {key} is {str(columns.get(name))[:60]!r} and not {str(right[key][name])[:60]!r}"
    return f"{len(other)} of {len(keys)} posts are wrong: {example}"


def describe_errors(state: State) -> str:
    """Describe the posts that are wrong for readers of the topic. Return an empty string if there are none."""
    return difference(followed(events(state)), truth(state))


def change(state: State, script: str) -> None:
    """Run the website's statements in one transaction; logical decoding sees it when this function returns."""
    # Decoding sees a commit once it is flushed, and commits are asynchronous in a trial unless a session changes that.
    state.postgres.execute(f"set synchronous_commit = on; {script}")


def await_ends(state: State) -> None:
    """Wait until the server has ended the sessions of killed runs, which may hold locks and slots."""
    own = state.postgres.app.scalar("select pg_backend_pid()")
    deadline = time.monotonic() + _PATIENCE_SEC
    while state.postgres.administrator.scalar(_OTHERS, [own]) and time.monotonic() < deadline:
        time.sleep(0.1)


def rows_read(state: State) -> int:
    """Return the number of table rows read so far, from Postgres's statistics."""
    return int(_settled(state, _READ))


def commits(state: State) -> int:
    """Return the number of transactions committed so far, from Postgres's statistics."""
    return int(_settled(state, _COMMITS))


def _settled(state: State, sql: str) -> Any:
    # Sessions report their statistics when they end.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return state.postgres.scalar(sql)


def last_line(completed: Completed) -> str:
    """Return the last line of standard output, or an empty string."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it exited with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")
