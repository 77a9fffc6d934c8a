"""Bring the mart up to date with the records, plans and prices that have arrived since the last run."""

import sys
from datetime import date
from pathlib import Path

import psycopg

SQL = Path(__file__).parent / "sql"
LOCK = 318322
SOURCES = {"arrival_id": "raw.usage", "change_id": "crm.plan_changes", "price_id": "billing.prices"}
OPEN_MONTH = "SELECT (max(month) + interval '1 month')::date FROM billing.closed_months"
RECORDS = "SELECT count(*) FROM raw.usage WHERE arrival_id > %(arrival_id)s AND arrival_id <= %(new_arrival_id)s"


def run_script(postgres: psycopg.Connection, name: str, values: dict[str, object]) -> None:
    """Run the statements of a file."""
    postgres.execute((SQL / f"{name}.sql").read_text(), values)


def read_positions(postgres: psycopg.Connection) -> dict[str, int]:
    """Return the last rows of the sources that the mart has, and the last ones that there are."""
    found = postgres.execute("SELECT arrival_id, change_id, price_id FROM mart.positions").fetchone()
    positions = dict(zip(SOURCES, found or (0, 0, 0), strict=True))
    for column, table in SOURCES.items():
        newest = postgres.execute(f"SELECT coalesce(max({column}), 0) FROM {table}").fetchone()
        positions[f"new_{column}"] = newest[0]
    return positions


def build(postgres: psycopg.Connection, *, rebuild: bool) -> tuple[int, int]:
    """Update the mart. Return the numbers of new records and of adjustments in the open month."""
    postgres.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    run_script(postgres, "schema", {})
    if rebuild:
        run_script(postgres, "forget", {})
    positions = read_positions(postgres)
    open_month = postgres.execute(OPEN_MONTH).fetchone()[0] or date.min
    last_open_month = (postgres.execute("SELECT open_month FROM mart.positions").fetchone() or [open_month])[0]
    values = {**positions, "open_month": open_month, "last_open_month": last_open_month}
    is_first, is_closed = positions["arrival_id"] == 0, last_open_month < open_month
    if is_first or is_closed or any(positions[column] < positions[f"new_{column}"] for column in SOURCES):
        run_script(postgres, "changed", values)
        if is_closed:
            run_script(postgres, "closed", values)
        run_script(postgres, "due", values)
        run_script(postgres, "post", values)
    if is_first:
        run_script(postgres, "invoiced", values)
    records = postgres.execute(RECORDS, values).fetchone()[0]
    open_rows = postgres.execute("SELECT count(*) FROM mart.adjustments WHERE month = %s", [open_month]).fetchone()[0]
    return records, open_rows


def main() -> int:
    try:
        with psycopg.connect("", cursor_factory=psycopg.ClientCursor) as postgres:
            records, adjustments = build(postgres, rebuild=sys.argv[1:] == ["--rebuild"])
    except psycopg.OperationalError as error:
        print(f"Postgres cannot be reached: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"records={records} adjustments={adjustments}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
