"""Recompute viewable impressions and spend, and correct differing rows in place."""

import fcntl
import os
import sys
import time
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import psycopg
from clickhouse_connect import get_client
from clickhouse_connect.driver.exceptions import ClickHouseError

COLUMNS = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]
OURS = "metric IN ('viewable_impressions', 'viewable_spend')"
FOUND = f"SELECT metric, campaign_id, day, value, definition FROM analytics.metric_daily WHERE {OURS}"
PENDING = "SELECT count() FROM system.mutations WHERE database = 'analytics' AND table = 'metric_daily' AND NOT is_done"
CHANGES = "analytics.metric_daily_changes"
CREATE = f"""
    CREATE OR REPLACE TABLE {CHANGES}
    (metric String, campaign_id UInt32, day Date, value Decimal(18, 6))
    ENGINE = Join(ANY, LEFT, metric, campaign_id, day)
"""
AMONG_CHANGES = f"joinGetOrNull('{CHANGES}', 'value', toString(metric), campaign_id, day) IS NOT NULL"
CORRECT = f"""
    ALTER TABLE analytics.metric_daily
    UPDATE
        value = joinGet('{CHANGES}', 'value', toString(metric), campaign_id, day),
        definition = 2,
        computed_at = {{now:DateTime('UTC')}}
    WHERE {OURS} AND {AMONG_CHANGES}
    SETTINGS mutations_sync = 2
"""
REMOVE = f"""
    ALTER TABLE analytics.metric_daily
    DELETE WHERE {OURS} AND {AMONG_CHANGES}
    SETTINGS mutations_sync = 2
"""


def calculate():
    """Compute the values from the impressions; return the values and the first complete day for each campaign."""
    query = Path(__file__).with_name("viewability.sql").read_text()
    values, complete = {}, {}
    with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
        postgres.read_only = True
        for campaign, first_day, day, viewable, spend in postgres.execute(query):
            complete[campaign] = first_day
            if day is not None:
                values["viewable_impressions", campaign, day] = Decimal(viewable)
                values["viewable_spend", campaign, day] = Decimal(spend)
    return values, complete


def settle(client):
    """Wait for mutations that an interrupted run left unfinished."""
    while client.command(PENDING):
        time.sleep(0.1)


def fill(client, keys, values):
    """Refill the table of changes, whose engine is Join."""
    client.command(CREATE)
    client.insert(CHANGES, [[*key, values.get(key, Decimal(0))] for key in sorted(keys)])


def apply(client, values, complete):
    """Insert, update and delete rows; return the number of changed figures."""
    settle(client)
    found = {tuple(row[:3]): tuple(row[3:]) for row in client.query(FOUND).result_rows}
    now = datetime.now(UTC).replace(microsecond=0)
    missing = [[*key, value, 2, now] for key, value in values.items() if key not in found]
    wrong = {key for key, value in values.items() if key in found and found[key] != (value, 2)}
    surplus = {key for key in found if key not in values and key[1] in complete and key[2] >= complete[key[1]]}
    if missing:
        client.insert("analytics.metric_daily", missing, column_names=COLUMNS)
    if wrong:
        fill(client, wrong, values)
        client.command(CORRECT, parameters={"now": now})
    if surplus:
        fill(client, surplus, values)
        client.command(REMOVE)
    client.command(f"DROP TABLE IF EXISTS {CHANGES}")
    return len(missing) + len(wrong) + len(surplus)


def main():
    with open(__file__) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            client = get_client(
                host=os.environ["CLICKHOUSE_HOST"],
                port=int(os.environ["CLICKHOUSE_PORT"]),
                username=os.environ["CLICKHOUSE_USER"],
                password=os.environ["CLICKHOUSE_PASSWORD"],
            )
            print(f"changed={apply(client, *calculate())}")
        except psycopg.Error as error:
            sys.exit(f"cannot read Postgres: {str(error).splitlines()[0]}")
        except ClickHouseError as error:
            sys.exit(f"cannot use ClickHouse: {str(error).splitlines()[0]}")


if __name__ == "__main__":
    main()
