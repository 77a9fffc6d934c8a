"""Store metered usage from Kafka in ClickHouse."""
