"""Erase the people who asked for it. Cron starts it every night, after load.py.

Files and ClickHouse come first. Postgres comes last, in one transaction, because it says who everybody is: a run
that is killed before its end leaves the requests as they were, and the next run does the same work again.
"""

import sys

import clickhouse_connect.driver.exceptions
import connections
import psycopg
from analytics import Analytics
from counting import Counts
from files import clean_files
from identity import Identities, Person
from matching import Matcher, Tokens
from operational import SCHEMA, Operational

REQUESTS = """
    SELECT request_id, account_id, email, requested_at, status FROM privacy.requests
    WHERE account_id IS NOT NULL OR email IS NOT NULL ORDER BY request_id
"""
HOLDS = "SELECT account_id, placed_at FROM privacy.holds WHERE released_at IS NULL"
HELD = """
    UPDATE privacy.requests SET status = 'held', completed_at = NULL WHERE request_id = ANY(%s) AND status <> 'held'
"""


def read_requests(
    postgres: psycopg.Connection, identities: Identities
) -> tuple[dict[int, Person], list[int], list[int]]:
    """Return the people of all requests, and the requests that are due and those that are held."""
    on_hold = {identities.by_number(*row) for row in postgres.execute(HOLDS).fetchall()}
    people, due, held = {}, [], []
    for request_id, number, email, when, status in postgres.execute(REQUESTS).fetchall():
        person = identities.by_number(number, when) if number is not None else identities.by_address(email, when)
        people[request_id] = person
        if status != "withdrawn":
            (held if person in on_hold else due).append(request_id)
    return people, due, held


def run(postgres: psycopg.Connection) -> tuple[int, int]:
    """Erase everyone who is due. Return the numbers of completed and of held requests."""
    postgres.execute("SELECT pg_advisory_xact_lock(4031)")
    if postgres.execute("SELECT to_regclass('privacy.erased')").fetchone()[0] is None:
        postgres.execute(SCHEMA)
    clickhouse, identities, tokens, counts = connections.clickhouse(), Identities(postgres), Tokens(postgres), Counts()
    requests, due, held = read_requests(postgres, identities)
    people = frozenset(requests[request_id] for request_id in due)
    matcher = Matcher(tokens, identities, people)
    clean_files(matcher, counts)
    if people:
        values = {value for value, _, _ in identities.spans(set(people))}
        Analytics(clickhouse, matcher, values, counts).erase()
        operational = Operational(postgres, matcher, identities, counts)
        operational.erase(people)
        now = postgres.execute("SELECT now()").fetchone()[0]
        operational.remember(people, tokens, now)
        theirs = {request_id: person for request_id, person in requests.items() if person in people}
        operational.complete(theirs, due, now)
    postgres.execute(HELD, [held])
    return len(due), len(held)


def main() -> int:
    try:
        with connections.postgres() as postgres:
            erased, held = run(postgres)
    except psycopg.OperationalError as error:
        print(f"Postgres cannot be reached: {type(error).__name__}", file=sys.stderr)
        return 1
    except clickhouse_connect.driver.exceptions.OperationalError as error:
        print(f"ClickHouse cannot be reached: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"erased={erased} held={held}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
