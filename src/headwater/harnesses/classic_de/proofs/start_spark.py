"""Start a session and end it."""

from pyspark.sql import SparkSession

SparkSession.builder.getOrCreate().stop()
