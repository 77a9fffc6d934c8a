"""A Spark job that writes to and reads from Postgres, Kafka and ClickHouse, in this order."""

import os

from pyspark.sql import SparkSession
from pyspark.sql.functions import col
from pyspark.sql.functions import sum as total

spark = SparkSession.builder.appName("proof").getOrCreate()
url = os.environ["POSTGRES_JDBC_URL"]
payments = spark.createDataFrame([(number, number * 2) for number in range(1000)], "id int, amount int")
payments.write.jdbc(url, "payments")

stored = spark.read.jdbc(url, "payments")
messages = stored.selectExpr("cast(id as string) as key", "to_json(struct(*)) as value")
messages.write.format("kafka_topic").option("topic", "payments").mode("append").save()

read = spark.read.format("kafka_topic").option("subscribe", "payments").load()
rows = read.selectExpr("from_json(cast(value as string), 'id int, amount int') as row").select("row.*")
rows.write.format("clickhouse").option("table", "payments").mode("append").save()

loaded = spark.read.format("clickhouse").option("table", "payments").load()
[row] = loaded.where(col("id") >= 10).agg(total("amount").alias("amount")).collect()
assert row.amount == sum(number * 2 for number in range(10, 1000)), row
spark.stop()
