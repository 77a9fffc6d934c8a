"""Store the metered usage from Kafka in ClickHouse."""
