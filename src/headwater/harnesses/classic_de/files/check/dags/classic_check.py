"""A DAG that queries each service through its provider's hook, with the connection from the environment."""

import os
from pathlib import Path

from airflow.sdk import dag, task


def postgres():
    from airflow.providers.postgres.hooks.postgres import PostgresHook

    PostgresHook().get_first("select 1")


def clickhouse():
    from airflow.providers.clickhousedb.hooks.clickhouse import ClickHouseHook

    ClickHouseHook().get_first("select 1")


def kafka():
    from airflow.providers.apache.kafka.hooks.client import KafkaAdminClientHook

    KafkaAdminClientHook().get_conn.list_topics(timeout=30)


@dag(schedule=None)
def classic_check():
    @task
    def ask():
        engines = [
            each
            for each in (postgres, clickhouse, kafka)
            if f"AIRFLOW_CONN_{each.__name__}_DEFAULT".upper() in os.environ
        ]
        for engine in engines:
            engine()
        Path(os.environ["AIRFLOW_WORKS"]).write_text(" ".join(engine.__name__ for engine in engines))

    ask()


classic_check()
