"""Applies schema.sql to ClickHouse, and compares what it adds up with the rows themselves."""

from pathlib import Path

from airflow.providers.clickhousedb.hooks.clickhouse import ClickHouseHook
from airflow.providers.common.sql.operators.sql import SQLExecuteQueryOperator
from airflow.sdk import dag, task

CONNECTION = "deliveries"
SCHEMA = Path(__file__).parents[1] / "schema.sql"
TOTALS = """
    SELECT toDate(delivered_at) AS day, count(), sum(fee), countIf(minutes_late > 0)
    FROM analytics.deliveries GROUP BY day ORDER BY day DESC LIMIT 7
    SETTINGS optimize_use_projections = {}
"""


def statements() -> list[str]:
    """Return the statements, each of which ends with a semicolon at the end of a line."""
    return [part.strip() for part in f"{SCHEMA.read_text()}\n".split(";\n") if part.strip()]


@dag(schedule=None, description="Schema of the deliveries API")
def apply_schema():
    @task
    def compare() -> None:
        """Fail unless the last week is the same by the projection and by the rows."""
        hook = ClickHouseHook(CONNECTION)
        added_up, by_rows = (hook.get_records(TOTALS.format(use)) for use in (1, 0))
        if added_up != by_rows:
            raise ValueError(f"the projection says {added_up}, and the rows {by_rows}")

    apply = SQLExecuteQueryOperator(task_id="apply", conn_id=CONNECTION, sql=statements())
    apply >> compare()


apply_schema()
