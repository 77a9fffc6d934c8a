set -eu
cp /solution/consume.py /solution/messages.py /solution/schema.sql /solution/README.md .
python3 - <<'PY'
from pathlib import Path

consumer = Path("consume.py")
text = consumer.read_text()
text = text.replace('"enable.auto.commit": False', '"enable.auto.commit": True')
start, end = text.index("def start_and_end"), text.index("def store(")
text = text[:start] + '''def batches(consumer: Consumer) -> Iterator[list[Message]]:
    """Yield incoming messages until none arrive for a while."""
    consumer.subscribe([TOPIC])
    quiet = 0
    while quiet < 5:
        received = consumer.consume(BATCH, timeout=1.0)
        if received:
            quiet = 0
            yield [message for message in received if not message.error()]
        else:
            quiet += 1


''' + text[end:]
start, end = text.index("    spans = start_and_end"), text.index("def commit(")
text = text[:start] + """    read_count = rejected_count = 0
    for batch in batches(consumer):
        rejected_count += store(clickhouse, batch)
        read_count += len(batch)
    return read_count, rejected_count


""" + text[end:]
start, end = text.index("        clickhouse = connect_clickhouse()"), text.index("    except ClickHouseError")
text = text[:start] + """        with closing(connect_kafka()) as consumer:
            ready(consumer)
            clickhouse = connect_clickhouse()
            apply_schema(clickhouse)
            read_count, rejected_count = transfer(consumer, clickhouse)
""" + text[end:]
start, end = text.index("def commit("), text.index("def main(")
text = text[:start] + '''def ready(consumer: Consumer) -> None:
    """Check that the brokers respond."""
    consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC)


''' + text[end:]
consumer.write_text(text.replace("KafkaException, Message, TopicPartition", "KafkaException, Message"))
schema = Path("schema.sql")
text = schema.read_text().replace("analytics.metrics_rejected FINAL", "analytics.metrics_rejected")
text = text.replace("ENGINE = ReplacingMergeTree\nORDER BY (kafka_partition", "ENGINE = MergeTree\nORDER BY (kafka_partition")
schema.write_text(text)
PY
python3 consume.py
