"""Update metrics.daily by streaming the events through Python."""

import os
import sys
from collections import defaultdict
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError

SCHEMA = Path(__file__).with_name("schema.sql").read_text()
DAY, NIGHT, TWO_WEEKS = timedelta(days=1), timedelta(hours=4), timedelta(days=14)
EVENTS = """
    SELECT event_id, user_id, toString(kind), cents, at FROM app.events
    WHERE at >= {since:DateTime64(3)} AND user_id NOT IN (SELECT user_id FROM app.users WHERE is_internal = 1)
"""
ENDS = """
    SELECT min(at), max(at) FROM (
        SELECT at FROM app.events ORDER BY at LIMIT 1 UNION ALL SELECT at FROM app.events ORDER BY at DESC LIMIT 1
    ) HAVING count() > 0
"""
STORED = """
    SELECT day, active_users, weekly_users, sessions, trials, conversions, paying_users, revenue, version
    FROM metrics.daily_versions FINAL
"""


def day_of(moment):
    return (moment - NIGHT).date()


def figures(events, since, last):
    """Yield the metrics for each day from the first to the last."""
    users, payers, sessions = defaultdict(set), defaultdict(set), defaultdict(int)
    cents, trials, paid = defaultdict(int), defaultdict(list), defaultdict(list)
    for user, kind, amount, at in events:
        day = day_of(at)
        if kind == "session_started":
            users[day].add(user)
            sessions[day] += 1
        elif kind == "trial_started":
            trials[day].append((user, at))
        elif kind == "refunded":
            cents[day] -= amount
        elif kind == "paid" and amount > 0:
            cents[day] += amount
            payers[day].add(user)
            paid[user].append(at)
    while since <= last:
        week = set().union(*(users[since - n * DAY] for n in range(7)))
        converted = sum(any(at <= each <= at + TWO_WEEKS for each in paid[user]) for user, at in trials[since])
        yield (
            since, len(users[since]), len(week), sessions[since], len(trials[since]), converted, len(payers[since]),
            Decimal(cents[since]).scaleb(-2),
        )  # fmt: skip
        since += DAY


def run(client):
    for statement in SCHEMA.split(";\n"):
        if statement.strip():
            client.command(statement)
    ends = client.query(ENDS).first_row
    if not ends:
        return 0
    stored = {row[0]: tuple(row[1:]) for row in client.query(STORED).result_rows}
    since = max(day_of(ends[0]), max(stored) - 17 * DAY) if stored else day_of(ends[0])
    start = datetime.combine(since, time(), UTC) + NIGHT - 6 * DAY
    rows = client.query(EVENTS, {"since": start.replace(tzinfo=None)}).result_rows
    events = {event: (user, kind, cents, at) for event, user, kind, cents, at in rows}.values()
    version = max((row[-1] for row in stored.values()), default=0) + 1
    changed = [
        (*row, version) for row in figures(events, since, day_of(ends[1])) if stored.get(row[0], ())[:-1] != row[1:]
    ]
    if changed:
        client.insert("metrics.daily_versions", changed)
    return len(stored.keys() | {row[0] for row in changed})


def main():
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        print(f"days={run(client)}")
    except ClickHouseError:
        print("ClickHouse does not answer as it should", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
