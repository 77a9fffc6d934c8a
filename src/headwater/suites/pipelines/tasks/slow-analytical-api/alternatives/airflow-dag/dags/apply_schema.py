"""Apply schema.sql to ClickHouse, and verify that all parts have the projection."""

from pathlib import Path

from airflow.providers.clickhousedb.hooks.clickhouse import ClickHouseHook
from airflow.providers.common.sql.operators.sql import SQLExecuteQueryOperator
from airflow.sdk import dag, task

CONNECTION = "deliveries"
SCHEMA = Path(__file__).parents[1] / "schema.sql"
WITHOUT_TOTALS = """
    SELECT name FROM system.parts
    WHERE active AND database = 'analytics' AND table = 'deliveries' AND NOT has(projections, 'per_day')
"""


def statements() -> list[str]:
    """Return the statements, each of which ends with a semicolon at the end of a line."""
    return [part.strip() for part in f"{SCHEMA.read_text()}\n".split(";\n") if part.strip()]


@dag(schedule=None, description="Schema of the deliveries API")
def apply_schema():
    @task
    def look_at_parts() -> None:
        """Fail if a part of the table lacks the projection, because requests would then scan all rows in that part."""
        parts = [name for (name,) in ClickHouseHook(CONNECTION).get_records(WITHOUT_TOTALS)]
        if parts:
            raise ValueError(f"parts of analytics.deliveries without the projection per_day: {', '.join(parts)}")

    apply = SQLExecuteQueryOperator(task_id="apply", conn_id=CONNECTION, sql=statements())
    apply >> look_at_parts()


apply_schema()
