"""Build the indexes in migrations/*.sql on app.orders, outside a transaction, as CONCURRENTLY requires."""

from pathlib import Path

from airflow.providers.common.sql.operators.sql import SQLExecuteQueryOperator
from airflow.providers.postgres.hooks.postgres import PostgresHook
from airflow.sdk import dag, task

CONNECTION = "orders"
MIGRATIONS = Path(__file__).parents[1] / "migrations"
INVALID = """
    SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %s', indexrelid::regclass)
    FROM pg_index WHERE indrelid = 'app.orders'::regclass AND NOT indisvalid
"""


@dag(schedule=None, description="Indexes of app.orders")
def order_indexes():
    @task
    def drop_what_was_interrupted() -> None:
        """Drop invalid indexes left by an interrupted CREATE INDEX CONCURRENTLY, which IF NOT EXISTS would keep."""
        hook = PostgresHook(CONNECTION)
        drops = [statement for (statement,) in hook.get_records(INVALID)]
        if drops:
            hook.run(drops, autocommit=True)

    build = SQLExecuteQueryOperator(
        task_id="build_what_is_missing",
        conn_id=CONNECTION,
        sql=[path.read_text() for path in sorted(MIGRATIONS.glob("*.sql"))],
        autocommit=True,
    )
    # Without ANALYZE, the planner has no statistics on lower(contact_email).
    analyze = SQLExecuteQueryOperator(task_id="analyze", conn_id=CONNECTION, sql="ANALYZE app.orders", autocommit=True)
    drop_what_was_interrupted() >> build >> analyze


order_indexes()
