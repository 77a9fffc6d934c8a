"""Create the topics in topics.toml that do not exist yet; this program runs at each deployment."""

import os
import sys
import tomllib
from pathlib import Path

from confluent_kafka.admin import AdminClient, NewTopic

DECLARED = Path(__file__).parents[1] / "topics.toml"
TIMEOUT_SEC = 10.0


def declared() -> dict[str, NewTopic]:
    """Return the topics in the file, keyed by name."""
    return {
        name: NewTopic(name, num_partitions=topic["partitions"], replication_factor=1, config=topic.get("config", {}))
        for name, topic in tomllib.loads(DECLARED.read_text()).items()
    }


def main() -> int:
    """Create the missing topics, and print their names."""
    admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
    there = admin.list_topics(timeout=TIMEOUT_SEC).topics
    missing = [topic for name, topic in declared().items() if name not in there]
    for name, made in (admin.create_topics(missing) if missing else {}).items():
        made.result(TIMEOUT_SEC)
        print(f"made {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
