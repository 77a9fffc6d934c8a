"""Start a Spark session and stop it."""

from pyspark.sql import SparkSession

SparkSession.builder.getOrCreate().stop()
