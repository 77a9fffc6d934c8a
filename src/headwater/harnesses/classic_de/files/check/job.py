"""A Spark job that reads from each service."""

import os

from confluent_kafka.admin import AdminClient
from pyspark.sql import SparkSession


def read(source, **options):
    """Read at most one row."""
    return spark.read.format(source).options(**options).load().limit(1).collect()


spark = SparkSession.builder.getOrCreate()
spark.range(10).count()
print("works: Spark", flush=True)
if "POSTGRES_JDBC_URL" in os.environ:
    read("jdbc", url=os.environ["POSTGRES_JDBC_URL"], query="select 1 as one")
    print("works: Spark on postgres", flush=True)
if "CLICKHOUSE_HOST" in os.environ:
    read("clickhouse", query="select 1 as one")
    print("works: Spark on clickhouse", flush=True)
if "KAFKA_BOOTSTRAP_SERVERS" in os.environ:
    admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
    topics = [topic for topic in admin.list_topics(timeout=30).topics if not topic.startswith("__")]
    for topic in topics[:1]:
        read("kafka_topic", subscribe=topic)
        print("works: Spark on kafka", flush=True)
    if not topics:
        print("not tried: Spark on kafka, which has no topic yet", flush=True)
spark.stop()
