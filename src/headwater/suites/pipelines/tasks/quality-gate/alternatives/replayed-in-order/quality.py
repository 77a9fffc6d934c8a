"""Judge delivered batches by replaying a week of deliveries in order."""

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from itertools import groupby

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError
from rules import Batch, event_id, judge

WEEK = timedelta(days=7)
CHUNK = 300
BATCHES = """
    SELECT batch_id, network, hour, declared_lines, delivered_at, make_interval(hours => max_age_hours)
    FROM feeds.batches JOIN feeds.networks USING (network)
    WHERE delivered_at IS NOT NULL ORDER BY delivered_at, batch_id
"""
CONTRACTS = "SELECT network, valid_from, fields FROM feeds.contracts ORDER BY valid_from"
STREAM = """
    SELECT batch_id, line, payload::text FROM feeds.events JOIN feeds.batches USING (batch_id)
    WHERE batch_id = ANY(%s) ORDER BY delivered_at, batch_id, line
"""
JUDGED = "SELECT batch_id, max(lines), countIf(status = 'fail') FROM quality.results GROUP BY batch_id"


class Replay:
    """State kept while deliveries are replayed."""

    def __init__(self, postgres, judged):
        contracts = postgres.execute(CONTRACTS).fetchall()
        self.batches = {}
        for batch_id, network, hour, *rest in postgres.execute(BATCHES):
            fields = next(found for name, since, found in reversed(contracts) if name == network and since <= hour)
            self.batches[batch_id] = Batch(batch_id, network, hour, *rest, fields)
        self.judged = judged
        self.seen = {}
        self.sizes = {}

    def accept(self, batch, size, ids):
        self.sizes.setdefault((batch.network, batch.hour.astimezone(UTC).hour), []).append((batch.hour, size))
        self.seen |= {(batch.network, identity): batch.delivered_at for identity in ids}

    def play(self, contents):
        """Yield each waiting batch with its size and results; ``contents`` yields the lines of the relevant batches."""
        for batch_id, batch in self.batches.items():
            lines = contents.pop(batch_id, [])
            ids = {identity for _, payload in lines if (identity := event_id(payload))}
            if batch_id in self.judged:
                size, failed = self.judged[batch_id]
                if not failed:
                    self.accept(batch, size, ids)
                continue
            since = batch.delivered_at - WEEK
            known = {each for each in ids if self.seen.get((batch.network, each), since) > since}
            daily = self.sizes.get((batch.network, batch.hour.astimezone(UTC).hour), [])
            usual = [size for hour, size in daily if batch.hour - WEEK <= hour < batch.hour]
            found = judge(batch, lines, known, usual)
            if all(each.status != "fail" for each in found):
                self.accept(batch, len(lines), ids)
            yield batch, len(lines), found


def run(postgres, clickhouse):
    postgres.execute("SELECT pg_advisory_lock(2026)")
    judged = {batch: (size, failed) for batch, size, failed in clickhouse.query(JUDGED).result_rows}
    replay = Replay(postgres, judged)
    waiting = [batch for batch in replay.batches.values() if batch.batch_id not in judged]
    if not waiting:
        return 0, 0
    since = waiting[0].delivered_at - WEEK
    wanted = [
        batch.batch_id
        for batch in replay.batches.values()
        if batch.batch_id not in judged or (batch.delivered_at > since and not judged[batch.batch_id][1])
    ]
    rows = postgres.execute(STREAM, [wanted])
    contents = {
        batch: [(line, json.loads(text)) for _, line, text in lines]
        for batch, lines in groupby(rows, key=lambda row: row[0])
    }
    results = list(replay.play(contents))
    now = datetime.now(UTC).replace(microsecond=0)
    for start in range(0, len(results), CHUNK):
        rows = [
            [batch.batch_id, *each[:3], size, each.first_line, now]
            for batch, size, found in results[start : start + CHUNK]
            for each in found
        ]
        clickhouse.insert("quality.results", rows)
    return len(results), sum(any(each.status == "fail" for each in found) for _, _, found in results)


def main():
    try:
        clickhouse = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
            judged, refused = run(postgres, clickhouse)
    except psycopg.Error:
        at_fault = "Postgres"
    except ClickHouseError:
        at_fault = "ClickHouse"
    else:
        print(f"judged={judged} accepted={judged - refused} refused={refused}")
        return 2 if refused else 0
    print(f"{at_fault} failed", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
