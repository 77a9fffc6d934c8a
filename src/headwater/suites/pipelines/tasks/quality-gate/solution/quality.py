"""Judge delivered batches, as docs/rules.md and docs/operations.md describe."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from rules import Batch, Finding, event_id, judge

WEEK = timedelta(days=7)
COLUMNS = ["batch_id", "rule", "status", "violations", "lines", "first_line", "judged_at"]
LOCK = "SELECT pg_advisory_lock(hashtext('quality.py'))"
BATCHES = """
    SELECT batch_id, network, hour, declared_lines, delivered_at, make_interval(hours => max_age_hours), fields
    FROM feeds.batches JOIN feeds.networks USING (network), LATERAL (
        SELECT fields FROM feeds.contracts
        WHERE contracts.network = batches.network AND valid_from <= hour
        ORDER BY valid_from DESC LIMIT 1
    ) AS contract
    WHERE delivered_at IS NOT NULL
    ORDER BY delivered_at, batch_id
"""
JUDGED = """
    SELECT batch_id, any(lines), countIf(status = 'fail') = 0 FROM quality.results GROUP BY batch_id
"""
LINES = """
    SELECT batch_id, line, payload FROM feeds.events JOIN feeds.batches USING (batch_id)
    WHERE batch_id = ANY(%s) ORDER BY delivered_at, batch_id, line
"""
IDS = """
    SELECT batch_id, jsonb_build_object('event_id', payload->'event_id') FROM feeds.events
    WHERE batch_id = ANY(%s) AND jsonb_typeof(payload) = 'object'
"""


class Earlier:
    """The accepted batches before the one being judged."""

    def __init__(self) -> None:
        self._accepted: dict[str, list[tuple[Batch, int]]] = defaultdict(list)
        self._delivered: dict[tuple[str, str], datetime] = {}

    def add(self, batch: Batch, lines: int, ids: set[str]) -> None:
        """Add an accepted batch."""
        self._accepted[batch.network].append((batch, lines))
        for identity in ids:
            self._delivered[batch.network, identity] = batch.delivered_at

    def known(self, batch: Batch, ids: set[str]) -> set[str]:
        """Return which of the ids were delivered in the week before."""
        since = batch.delivered_at - WEEK
        never = datetime.min.replace(tzinfo=UTC)
        return {each for each in ids if self._delivered.get((batch.network, each), never) > since}

    def sizes(self, batch: Batch) -> list[int]:
        """Return the sizes of batches for the same hour on the days before."""
        return [
            lines
            for other, lines in self._accepted[batch.network]
            if other.hour.astimezone(UTC).hour == batch.hour.astimezone(UTC).hour
            and batch.hour - WEEK <= other.hour < batch.hour
        ]


def lines_of(postgres: psycopg.Connection, batches: list[int]) -> Iterator[tuple[int, list[tuple[int, Any]]]]:
    """Yield the lines in batches, in the order in which they are judged."""
    with postgres.cursor(name="lines") as cursor:
        cursor.itersize = 5_000
        cursor.execute(LINES, [batches])
        for batch_id, rows in groupby(cursor, key=lambda row: row[0]):
            yield batch_id, [(line, payload) for _, line, payload in rows]


def ids_of(postgres: psycopg.Connection, batches: list[int]) -> dict[int, set[str]]:
    """Return the event ids in batches."""
    found: dict[int, set[str]] = defaultdict(set)
    for batch_id, payload in postgres.execute(IDS, [batches]):
        if identity := event_id(payload):
            found[batch_id].add(identity)
    return found


def judged_anew(postgres: psycopg.Connection, clickhouse: Client) -> list[tuple[Batch, int, list[Finding]]]:
    """Judge the batches that have no results; return each with its number of lines and its results."""
    batches = [Batch(*row) for row in postgres.execute(BATCHES)]
    judged = {batch_id: (lines, bool(good)) for batch_id, lines, good in clickhouse.query(JUDGED).result_rows}
    waiting = [batch.batch_id for batch in batches if batch.batch_id not in judged]
    if not waiting:
        return []
    first = min(batch.delivered_at for batch in batches if batch.batch_id not in judged)
    networks = {batch.network for batch in batches if batch.batch_id not in judged}
    accepted = [
        batch.batch_id
        for batch in batches
        if judged.get(batch.batch_id, (0, False))[1] and batch.network in networks and batch.delivered_at > first - WEEK
    ]
    ids = ids_of(postgres, accepted)
    lines = lines_of(postgres, waiting)
    following = next(lines, None)
    earlier, results = Earlier(), []
    for batch in batches:
        if batch.batch_id in judged:
            size, good = judged[batch.batch_id]
            if good:
                earlier.add(batch, size, ids.get(batch.batch_id, set()))
            continue
        content: list[tuple[int, Any]] = []
        if following and following[0] == batch.batch_id:
            content, following = following[1], next(lines, None)
        own = {identity for _, payload in content if (identity := event_id(payload))}
        found = judge(batch, content, earlier.known(batch, own), earlier.sizes(batch))
        results.append((batch, len(content), found))
        if all(each.status != "fail" for each in found):
            earlier.add(batch, len(content), own)
    return results


def run(postgres: psycopg.Connection, clickhouse: Client) -> tuple[int, int]:
    """Judge the waiting batches; return the numbers of judged and refused batches."""
    postgres.execute(LOCK)  # wait for a concurrent run, so that its results are visible
    results = judged_anew(postgres, clickhouse)
    now = datetime.now(UTC).replace(microsecond=0)
    rows = [
        [batch.batch_id, each.rule, each.status, each.violations, lines, each.first_line, now]
        for batch, lines, found in results
        for each in found
    ]
    if rows:
        clickhouse.insert("quality.results", rows, column_names=COLUMNS)  # a single block becomes visible atomically
    return len(results), sum(any(each.status == "fail" for each in found) for _, _, found in results)


def main() -> int:
    try:
        clickhouse = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
            judged, refused = run(postgres, clickhouse)
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"judged={judged} accepted={judged - refused} refused={refused}")
    return 2 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
