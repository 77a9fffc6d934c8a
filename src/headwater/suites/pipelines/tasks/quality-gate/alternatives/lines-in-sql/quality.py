"""Judge delivered batches; lines.sql evaluates the lines."""

import os
import statistics
import sys
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError

WEEK = timedelta(days=7)
LINES = Path(__file__).with_name("lines.sql").read_text()
BATCHES = """
    SELECT batch_id, network, hour, extract(hour FROM hour AT TIME ZONE 'UTC'), declared_lines, delivered_at
    FROM feeds.batches WHERE delivered_at IS NOT NULL ORDER BY delivered_at, batch_id
"""
IDS = """
    SELECT batch_id, array_agg(payload->>'event_id') FROM feeds.events
    WHERE batch_id = ANY(%s) AND jsonb_typeof(payload->'event_id') = 'string' GROUP BY batch_id
"""
JUDGED = "SELECT batch_id, max(lines), max(status = 'fail') FROM quality.results GROUP BY batch_id"
COLUMNS = ["batch_id", "rule", "status", "violations", "lines", "first_line", "judged_at"]


def per_line(lines, known):
    """Return the status, number of violations and first violating line for each rule about lines."""
    seen, violations = set(), {"identity": [], "duplicates": [], "schema": [], "freshness": []}
    for number, identity, as_agreed, fresh in lines:
        if identity is None:
            violations["identity"].append(number)
        elif identity in seen or identity in known:
            violations["duplicates"].append(number)
        seen.add(identity)
        if not as_agreed:
            violations["schema"].append(number)
        if not fresh:
            violations["freshness"].append(number)
    tolerated = {"identity": 0, "duplicates": 1, "schema": 0, "freshness": 5}
    return [
        (rule, "fail" if 100 * len(found) > tolerated[rule] * len(lines) else "pass", len(found), min(found, default=0))
        for rule, found in violations.items()
    ]


def volume(size, usual):
    if len(usual) < 3:
        return ("volume", "skip", 0, 0)
    odd = not statistics.median(usual) / 2 <= size <= statistics.median(usual) * 2
    return ("volume", "fail" if odd else "pass", int(odd), 0)


def judge(batches, judged, lines, ids):
    """Yield the size and results for each waiting batch."""
    accepted = defaultdict(list)
    for batch, network, hour, clock, declared, delivered in batches:
        if batch in judged:
            size, refused = judged[batch]
            own = ids.get(batch, set())
        else:
            known = {each for _, _, then, _, late in accepted[network] if then > delivered - WEEK for each in late}
            usual = [
                size for then, at, _, size, _ in accepted[network] if at == clock and hour - WEEK <= then < hour
            ]
            size, own = len(lines[batch]), {identity for _, identity, _, _ in lines[batch] if identity}
            missing = abs(size - declared)
            found = [*per_line(lines[batch], known), volume(size, usual)]
            found.append(("completeness", "fail" if missing else "pass", missing, 0))
            refused = any(status == "fail" for _, status, _, _ in found)
            yield batch, size, found
        if not refused:
            accepted[network].append((hour, clock, delivered, size, own))


def run(postgres, clickhouse, since):
    if not postgres.execute("SELECT pg_try_advisory_lock(118)").fetchone()[0]:
        return 0, 0
    batches = postgres.execute(BATCHES).fetchall()
    if since:
        again = [each[0] for each in batches if each[5] >= datetime.fromisoformat(since)]
        clickhouse.command("DELETE FROM quality.results WHERE batch_id IN {again:Array(UInt64)}", {"again": again})
    judged = {batch: (size, refused) for batch, size, refused in clickhouse.query(JUDGED).result_rows}
    waiting = [each for each in batches if each[0] not in judged]
    if not waiting:
        return 0, 0
    lines = defaultdict(list)
    for batch, *line in postgres.execute(LINES, [[each[0] for each in waiting]]):
        lines[batch].append(line)
    recent = [each[0] for each in batches if each[5] > waiting[0][5] - WEEK and judged.get(each[0], (0, 1))[1] == 0]
    ids = {batch: set(found) for batch, found in postgres.execute(IDS, [recent])}
    results = list(judge(batches, judged, lines, ids))
    now = datetime.now(UTC).replace(microsecond=0)
    rows = [
        [batch, rule, status, violations, size, first, now]
        for batch, size, found in results
        for rule, status, violations, first in found
    ]
    clickhouse.insert("quality.results", rows, column_names=COLUMNS)
    return len(results), sum(any(status == "fail" for _, status, _, _ in found) for _, _, found in results)


def main():
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as postgres:
            clickhouse = clickhouse_connect.get_client(
                host=os.environ["CLICKHOUSE_HOST"],
                port=int(os.environ["CLICKHOUSE_PORT"]),
                username=os.environ["CLICKHOUSE_USER"],
                password=os.environ["CLICKHOUSE_PASSWORD"],
            )
            judged, refused = run(postgres, clickhouse, sys.argv[1] if len(sys.argv) > 1 else "")
    except (psycopg.Error, ClickHouseError) as error:
        print(f"{'Postgres' if isinstance(error, psycopg.Error) else 'ClickHouse'} does not answer", file=sys.stderr)
        return 1
    print(f"judged={judged} accepted={judged - refused} refused={refused}")
    return 2 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
