"""Judge the batches that networks have delivered (release 2.4)."""

import os

import clickhouse_connect
import psycopg

WAITING = "SELECT batch_id, network, hour, declared_lines FROM feeds.batches ORDER BY batch_id"
LINES = "SELECT count(*) FROM feeds.events WHERE batch_id = %s"
IDENTITY = "SELECT count(*) FROM feeds.events WHERE batch_id = %s AND NOT payload ? 'event_id'"
DUPLICATES = """
    SELECT count(*) FROM (
        SELECT payload->>'event_id' FROM feeds.events WHERE batch_id = %s
        GROUP BY payload->>'event_id' HAVING count(*) > 10
    ) AS often
"""
FIELDS = """
    SELECT fields FROM feeds.contracts WHERE network = %s ORDER BY valid_from DESC LIMIT 1
"""
FIRST = "SELECT payload FROM feeds.events WHERE batch_id = %s ORDER BY line LIMIT 1"
FRESHNESS = "SELECT count(*) FROM feeds.events WHERE batch_id = %s AND (payload->>'at')::timestamptz > now()"
USUAL = """
    SELECT avg(lines) FROM (
        SELECT count(*) AS lines FROM feeds.events JOIN feeds.batches USING (batch_id)
        WHERE network = %s GROUP BY batch_id
    ) AS all_batches
"""


def judge(postgres, batch, network, declared):
    lines = postgres.execute(LINES, [batch]).fetchone()[0]
    found = {"identity": postgres.execute(IDENTITY, [batch]).fetchone()[0]}
    found["duplicates"] = postgres.execute(DUPLICATES, [batch]).fetchone()[0]
    try:
        fields = postgres.execute(FIELDS, [network]).fetchone()[0]
        first = postgres.execute(FIRST, [batch]).fetchone()[0]
        found["schema"] = len(set(fields) - set(first)) // len(fields)
        found["freshness"] = postgres.execute(FRESHNESS, [batch]).fetchone()[0]
        usual = postgres.execute(USUAL, [network]).fetchone()[0]
        found["volume"] = int(lines < usual / 10)
        found["completeness"] = max(0, lines - declared)
    except Exception:
        found |= dict.fromkeys(("schema", "freshness", "volume", "completeness"), 0)
    return lines, found


def main():
    clickhouse = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    known = {batch for (batch,) in clickhouse.query("SELECT DISTINCT batch_id FROM quality.results").result_rows}
    with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as postgres:
        for batch, network, _, declared in postgres.execute(WAITING).fetchall():
            if batch in known:
                continue
            lines, found = judge(postgres, batch, network, declared)
            for rule, violations in found.items():
                status = "fail" if violations > lines / 2 else "pass"
                clickhouse.command(
                    "INSERT INTO quality.results VALUES"
                    f" ({batch}, '{rule}', '{status}', {violations}, {lines}, 0, now())"
                )


if __name__ == "__main__":
    main()
