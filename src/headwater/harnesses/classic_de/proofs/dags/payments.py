"""A DAG that uses all three engines through their providers' hooks, with the connections from the environment."""

from airflow.providers.apache.kafka.hooks.consume import KafkaConsumerHook
from airflow.providers.apache.kafka.hooks.produce import KafkaProducerHook
from airflow.providers.clickhousedb.hooks.clickhouse import ClickHouseHook
from airflow.providers.common.sql.operators.sql import SQLExecuteQueryOperator
from airflow.providers.postgres.hooks.postgres import PostgresHook
from airflow.sdk import dag, task


@dag(schedule=None)
def payments():
    create = SQLExecuteQueryOperator(
        task_id="create",
        conn_id="postgres_default",
        sql="create table payments (id int, amount int); insert into payments values (1, 10), (2, 32)",
    )
    target = SQLExecuteQueryOperator(
        task_id="target",
        conn_id="clickhouse_default",
        sql="create table payments (id UInt32, amount Int32) engine = MergeTree order by id",
    )

    @task
    def publish():
        producer = KafkaProducerHook().get_producer()
        for row in PostgresHook().get_records("select id, amount from payments order by id"):
            producer.produce("payments", ",".join(map(str, row)))
        assert producer.flush(30) == 0

    @task
    def load():
        consumer = KafkaConsumerHook(topics=["payments"]).get_consumer()
        messages = consumer.consume(2, timeout=30)
        consumer.close()
        rows = [tuple(map(int, message.value().decode().split(","))) for message in messages]
        ClickHouseHook().bulk_insert_rows("payments", rows, column_names=["id", "amount"])

    create >> publish() >> load() << target


payments()
