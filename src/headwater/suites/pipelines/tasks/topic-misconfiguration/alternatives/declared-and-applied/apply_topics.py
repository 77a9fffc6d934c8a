"""Apply the topics in topics.toml to the broker; with --check, only compare them."""

import sys
import tomllib
from pathlib import Path

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, NewPartitions, NewTopic
from connections import TIMEOUT_SEC, kafka

DECLARED = tomllib.loads(Path(__file__).with_name("topics.toml").read_text())


def is_as_declared(admin: AdminClient, name: str) -> bool:
    """Return whether a topic has the declared partitions and settings."""
    there = admin.list_topics(timeout=TIMEOUT_SEC).topics
    if name not in there or len(there[name].partitions) != DECLARED[name]["partitions"]:
        return False
    resource = ConfigResource(ConfigResource.Type.TOPIC, name)
    found = admin.describe_configs([resource])[resource].result(TIMEOUT_SEC)
    return all(found[key].value == value for key, value in DECLARED[name].get("config", {}).items())


def change(admin: AdminClient, name: str) -> None:
    """Apply the declared partitions and settings to a topic."""
    partitions, config = DECLARED[name]["partitions"], DECLARED[name].get("config", {})
    topics = admin.list_topics(timeout=TIMEOUT_SEC).topics
    if name not in topics:
        admin.create_topics([NewTopic(name, partitions, 1, config=config)])[name].result(TIMEOUT_SEC)
        return
    entries = [ConfigEntry(key, value, incremental_operation=AlterConfigOpType.SET) for key, value in config.items()]
    resource = ConfigResource(ConfigResource.Type.TOPIC, name, incremental_configs=entries)
    admin.incremental_alter_configs([resource])[resource].result(TIMEOUT_SEC)
    if len(topics[name].partitions) != partitions:
        admin.create_partitions([NewPartitions(name, partitions)])[name].result(TIMEOUT_SEC)


def main() -> int:
    """Apply the topics; with --check, return 1 if any differs."""
    try:
        admin = AdminClient(kafka())
        different = [name for name in DECLARED if not is_as_declared(admin, name)]
        if "--check" not in sys.argv:
            for name in different:
                change(admin, name)
            different = []
    except KafkaException as error:
        print(f"apply_topics: {error}", file=sys.stderr)
        return 2
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
