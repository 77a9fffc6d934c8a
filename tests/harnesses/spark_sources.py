"""A Spark job that tries the data sources of `classic-de` in a sandbox, and fails if one does not work."""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime
from decimal import Decimal

import clickhouse_connect
from confluent_kafka.admin import AdminClient, NewTopic
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

VALUES = """
select 255::UInt8 as tiny, 65535::UInt16 as small, 4294967295::UInt32 as medium,
  18446744073709551615::UInt64 as large, -1::Int32 as negative, toDecimal64('12.50', 2) as price, 'Łódź' as city,
  toLowCardinality('a') as kind, null::Nullable(Float64) as nothing, toDate('2024-02-29') as day,
  toDateTime64('2024-03-31 01:30:00.125', 3, 'UTC') as moment, [1, 2]::Array(Int32) as list
"""
EXPECTED = {
    "tiny": 255,
    "small": 65535,
    "medium": 4294967295,
    "large": Decimal(18446744073709551615),
    "negative": -1,
    "price": Decimal("12.50"),
    "city": "Łódź",
    "kind": "a",
    "nothing": None,
    "day": date(2024, 2, 29),
    "list": [1, 2],
}


def refused(action: str, frame: DataFrame, source: str, message: str, **options: str) -> None:
    """Check that writing is refused with a message."""
    try:
        frame.write.format(source).options(**options).mode(action).save()
    except PySparkException as error:
        if message in str(error):
            return
        raise
    raise AssertionError(f"{source}: {action} was not refused")


spark = SparkSession.builder.getOrCreate()
spark.conf.set("spark.sql.session.timeZone", "UTC")
clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)

[row] = spark.read.format("clickhouse").option("query", VALUES).load().collect()
found = row.asDict()
assert found.pop("moment").replace(tzinfo=UTC) == datetime(2024, 3, 31, 1, 30, 0, 125000, UTC), row
assert found == EXPECTED, found

clickhouse.command(
    "create table target (id Int32, price Nullable(Decimal(9, 2)), at DateTime('UTC'), city String) engine = Memory"
)
rows = [
    (number, Decimal("0.25") * number if number else None, datetime(2024, 1, 1, tzinfo=UTC), "Łódź")
    for number in range(3)
]
frame = spark.createDataFrame(rows, "id int, price decimal(9, 2), at timestamp, city string")
frame.write.format("clickhouse").option("table", "target").mode("append").save()
written = clickhouse.query("select id, price, toUnixTimestamp(at), city from target order by id").result_rows
assert written[0] == (0, None, 1704067200, "Łódź"), written
assert written[2] == (2, Decimal("0.50"), 1704067200, "Łódź"), written
refused("overwrite", frame, "clickhouse", 'mode "overwrite" is not supported', table="target")
refused("append", frame, "clickhouse", 'option "table" is missing')

admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
for name, partitions in (("orders", 2), ("empty", 1)):
    admin.create_topics([NewTopic(name, partitions)])[name].result()
messages = spark.createDataFrame([(str(number), f"v{number}") for number in range(50)], "key string, value string")
messages.write.format("kafka_topic").option("topic", "orders").mode("append").save()
spark.createDataFrame([("alone",)], "value string").write.format("kafka_topic").option("topic", "orders").mode(
    "append"
).save()
topic = spark.read.format("kafka_topic").option("subscribe", "orders")
read = topic.load().selectExpr("cast(key as string)", "cast(value as string)", "topic", "partition", "offset").collect()
assert sorted(each.value for each in read) == sorted([*(f"v{number}" for number in range(50)), "alone"]), len(read)
assert {(each.partition, each.offset) for each in read} == {
    (partition, offset) for partition in (0, 1) for offset in range(sum(each.partition == partition for each in read))
}, read
starting = json.dumps({"orders": {"0": 3, "1": 5}})
ending = json.dumps({"orders": {"0": 4, "1": 5}})
[part] = topic.option("startingOffsets", starting).option("endingOffsets", ending).load().collect()
assert (part.partition, part.offset) == (0, 3), part
assert spark.read.format("kafka_topic").option("subscribe", "empty").load().count() == 0
refused("append", messages.select("key"), "kafka_topic", 'column "value" is missing', topic="orders")
refused("append", messages, "kafka_topic", 'option "topic" is missing')
spark.stop()
