"""Compute both metrics by definition 2 for all complete days, and write the whole history to a new table.

Figures that cannot be computed are kept. put_in_place.py creates the table, and exchanges it with the old one.
"""

import os
from datetime import UTC, date, datetime
from decimal import Decimal

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as f

FIRST = date(2024, 12, 1)
TARGET = "analytics.metric_daily_history"
DECIMAL = "decimal(18,6)"
# Spark reads a ClickHouse DateTime as a number, and a DateTime64 as a timestamp.
OLD = """
    SELECT DISTINCT metric, campaign_id, day, value, definition, toDateTime64(computed_at, 0, 'UTC') AS computed_at
    FROM analytics.metric_daily
    WHERE definition = 1
"""

spark = SparkSession.builder.appName("history").getOrCreate()


def postgres(table: str) -> DataFrame:
    return spark.read.jdbc(os.environ["POSTGRES_JDBC_URL"], f"ads.{table}")


def day_of(moment: Column) -> Column:
    return f.to_date(f.from_utc_timestamp(moment, f.col("time_zone")))


def first_days() -> DataFrame:
    """Return, for each account, the first day for which all impressions are retained."""
    retention = postgres("retention").where("table_name = 'ads.impressions'").select("complete_since")
    local = f.from_utc_timestamp("complete_since", f.col("time_zone"))
    begins = f.to_date(local + f.expr("interval 1 day") - f.expr("interval 1 microsecond"))
    return postgres("accounts").crossJoin(retention).select(
        "account_id", "time_zone", f.greatest(begins, f.lit(FIRST)).alias("first_day")
    )


def last_verdicts(impressions: DataFrame) -> DataFrame:
    """Return the latest verdict on each impression before the deadline."""
    newest = Window.partitionBy("impression_id").orderBy(f.desc("reported_at"), f.desc("verdict_id"))
    timely = postgres("traffic_verdicts").join(impressions.select("impression_id", "served_at"), "impression_id").where(
        "reported_at <= served_at + interval 720 hours"
    )
    ranked = timely.withColumn("rank", f.row_number().over(newest))
    return ranked.where("rank = 1").select("impression_id", "verdict")


def computed() -> DataFrame:
    """Compute the two metrics for each campaign and complete day from the impressions."""
    impressions = postgres("impressions").cache()
    judged = (
        impressions.join(postgres("campaigns").select("campaign_id", "account_id", "format"), "campaign_id")
        .join(first_days(), "account_id")
        .join(last_verdicts(impressions), "impression_id", "left")
        .withColumn("day", day_of(f.col("served_at")))
        .where("day >= first_day")
    )
    seen = f.expr(
        "coalesce(visible_ms >= if(format = 'video', 2000, 1000) and pixels_pct >= if(format = 'large_display', 30, 50),"
        " false) and not (verdict <=> 'invalid')"
    )
    micros = f.coalesce(f.sum(f.when(seen, f.col("cost_micros"))), f.lit(0)).cast("decimal(18,0)")
    figures = judged.groupBy("campaign_id", "day").agg(
        f.count_if(seen).cast(DECIMAL).alias("viewable_impressions"),
        (micros * f.lit(Decimal("0.000001"))).cast(DECIMAL).alias("viewable_spend"),
    )
    return figures.unpivot(
        ["campaign_id", "day"], ["viewable_impressions", "viewable_spend"], "metric", "value"
    ).withColumns({
        "definition": f.lit(2),
        "computed_at": f.lit(datetime.now(UTC).replace(microsecond=0)),
    })


def main() -> None:
    # Skip rows under definition 2, which the broken runs wrote; DISTINCT deduplicates the day that was loaded twice.
    old = spark.read.format("clickhouse").option("query", OLD).load()
    new = computed().cache()
    kept = old.join(new, ["metric", "campaign_id", "day"], "left_anti")
    kept.unionByName(new.select(kept.columns)).coalesce(1).write.format("clickhouse").option("table", TARGET).mode(
        "append"
    ).save()
    spark.stop()


if __name__ == "__main__":
    main()
