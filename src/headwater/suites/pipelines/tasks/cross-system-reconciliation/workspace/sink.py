"""Write the topic to ClickHouse. The program is stopped for now, because the ingestion team is replacing it."""

import json
import os
from typing import Any

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from confluent_kafka import Consumer

INSERT_COLUMNS = ["transaction_id", "merchant_id", "amount", "currency", "status", "created_at"]
UPDATE = (
    "ALTER TABLE analytics.transactions UPDATE status = {status:String} WHERE transaction_id = {id:UInt64}"
)


def write(client: Client, event: dict[str, Any]) -> None:
    """Insert a new payment, or update the status of one that changed."""
    if event["version"] == 1:
        created_at = event["created_at"].rstrip("Z").replace("T", " ")
        row = [event["transaction_id"], event["merchant_id"], event["amount"], event["currency"] or "DKK"]
        client.insert(
            "analytics.transactions", [[*row, event["status"], created_at]], column_names=INSERT_COLUMNS
        )
    elif event["status"] in ("settled", "refunded"):
        client.command(UPDATE, parameters={"status": event["status"], "id": event["transaction_id"]})


def main() -> None:
    """Consume the topic forever."""
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": "sink"})
    consumer.subscribe(["transactions"])
    while True:
        message = consumer.poll(1.0)
        if message is not None and message.error() is None:
            write(client, json.loads(message.value()))


if __name__ == "__main__":
    main()
