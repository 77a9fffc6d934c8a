"""Remove what a pipeline left in the services: its table, its topics, and Moose's state in Redis."""

import os
import sys

import clickhouse_connect
import redis
from kafka.admin import KafkaAdminClient

pipeline = sys.argv[1]
clickhouse_connect.get_client(
    host=os.environ["MOOSE_CLICKHOUSE_CONFIG__HOST"],
    port=int(os.environ["MOOSE_CLICKHOUSE_CONFIG__HOST_PORT"]),
    username=os.environ["MOOSE_CLICKHOUSE_CONFIG__USER"],
    password=os.environ["MOOSE_CLICKHOUSE_CONFIG__PASSWORD"],
).command(f"DROP TABLE IF EXISTS default.{pipeline}")
kafka = KafkaAdminClient(bootstrap_servers=os.environ["MOOSE_REDPANDA_CONFIG__BROKER"])
kafka.delete_topics([topic for topic in kafka.list_topics() if topic in {pipeline, f"{pipeline}DeadLetterQueue"}])
noted = redis.Redis.from_url(os.environ["MOOSE_REDIS_CONFIG__URL"])
for key in noted.scan_iter(f"{os.environ['MOOSE_REDIS_CONFIG__KEY_PREFIX']}::*"):
    noted.delete(key)
