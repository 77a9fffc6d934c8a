"""Bring the mart up to date for the accounts with new records, plans or prices."""

import sys
from datetime import date

import account
import news
import psycopg
from periods import Tariff

SCHEMA = """
    CREATE TABLE IF NOT EXISTS mart.runs (
        ended_at timestamptz NOT NULL DEFAULT now(), open_month date NOT NULL,
        arrival_id bigint NOT NULL, change_id bigint NOT NULL, price_id bigint NOT NULL
    );
    CREATE INDEX IF NOT EXISTS daily_usage_account ON mart.daily_usage (account_id, day);
    CREATE INDEX IF NOT EXISTS adjustments_account ON mart.adjustments (account_id, day);
"""
LAST = "SELECT open_month, arrival_id, change_id, price_id FROM mart.runs ORDER BY ended_at DESC LIMIT 1"
NEWEST = """
    SELECT coalesce((SELECT max(arrival_id) FROM raw.usage), 0), coalesce((SELECT max(change_id) FROM crm.plan_changes), 0),
        coalesce((SELECT max(price_id) FROM billing.prices), 0)
"""
OPEN_MONTH = "SELECT coalesce((max(month) + interval '1 month')::date, '0001-01-01') FROM billing.closed_months"
POSTED = "SELECT count(*) FROM mart.adjustments WHERE month = %s"


def build(postgres: psycopg.Connection, *, rebuild: bool) -> tuple[int, int]:
    """Update the mart. Return the numbers of new records and of adjustments in the open month."""
    postgres.execute("SELECT pg_advisory_lock(hashtext('build_mart'))")
    with postgres.transaction():
        # All statements see the sources as they are now.
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        postgres.execute(SCHEMA)
        if rebuild:
            for table in ("runs", "daily_usage", "adjustments"):
                postgres.execute(f"DELETE FROM mart.{table}")
        open_month = postgres.execute(OPEN_MONTH).fetchone()[0]
        newest = (open_month, *postgres.execute(NEWEST).fetchone())
        last = postgres.execute(LAST).fetchone() or (open_month, 0, 0, 0)
        tariff = Tariff(postgres)
        found = news.find(postgres, tariff, last[1:])
        if last[0] < open_month:
            news.add_closed(postgres, found, last[0], open_month)
        for number in found.accounts:
            periods = found.periods(number) if last[1] else [(date.min, date.max)]
            account.update(postgres, tariff, number, periods, open_month)
        if last != newest:
            postgres.execute("INSERT INTO mart.runs (open_month, arrival_id, change_id, price_id) VALUES (%s, %s, %s, %s)", newest)
        return found.records, postgres.execute(POSTED, [open_month]).fetchone()[0]


def main() -> int:
    try:
        with psycopg.connect("", autocommit=True) as postgres:
            records, adjustments = build(postgres, rebuild=sys.argv[1:] == ["--rebuild"])
    except psycopg.OperationalError as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"records={records} adjustments={adjustments}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
