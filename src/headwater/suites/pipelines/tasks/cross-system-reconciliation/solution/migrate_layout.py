"""Rebuild analytics.transactions in the layout of sql/schema.sql; run it once, before the first reconcile.py."""

import sys

from reconciliation import systems


def main() -> int:
    """Run the migration."""
    try:
        with systems.open_clickhouse() as clickhouse:
            systems.run_script(clickhouse, "migrate_layout.sql")
    except systems.SystemFailureError as failure:
        print(f"migrate_layout: {failure}", file=sys.stderr)
        return 1
    print("analytics.transactions is partitioned by month and sorted by merchant and time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
