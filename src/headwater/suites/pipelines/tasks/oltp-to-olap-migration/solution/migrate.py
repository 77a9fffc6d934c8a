"""Take a site from the tables of the old sync.py to those of schema.sql: see docs/operations.md.

The old table stays until the new ones have everything, so a killed migration starts again from it.
"""

import logging
import sys

import apply
import connections
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError
from clickhouse_sales import bring_all
from closed_months import closed_sales
from postgres_sales import NoSalesError, snapshot_alone
from sync import bring

ENGINE = "SELECT engine FROM system.tables WHERE database = 'analytics' AND name = 'sales'"
# The view gets another name first, in order to exchange it with the old table in one step.
VIEW = "CREATE VIEW IF NOT EXISTS analytics.sales "


def migrate() -> int:
    client = connections.clickhouse()
    count = 0
    with snapshot_alone() as postgres:
        apply.main()  # everything except the view, as long as the old table has its name
        if client.query(ENGINE).first_row[0] != "View":
            count = bring_all(postgres, client, closed_sales(client, postgres))
            client.command("DROP TABLE IF EXISTS analytics.sales_next SYNC")
            (view,) = (statement for statement in apply.statements() if VIEW in statement)
            client.command(view.replace(VIEW, "CREATE VIEW analytics.sales_next "))
            client.command("EXCHANGE TABLES analytics.sales AND analytics.sales_next")
        else:
            count = bring(postgres, client)  # what has changed since
        client.command("DROP TABLE IF EXISTS analytics.sales_next SYNC")
        client.command("DROP TABLE IF EXISTS analytics.sync_state SYNC")
    return count


def main() -> int:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)
    try:
        print(f"sales={migrate()}")
    except (psycopg.Error, ClickHouseError, NoSalesError) as error:
        print(f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
