set -eu
cp /solution/consume.py /solution/scans.py /solution/topics.toml .
python3 tools/topics.py
cat > dead_letters.py <<'PY'
"""Log broken messages."""

import sys

from confluent_kafka import Message


class DeadLetters:
    """A log of broken messages."""

    def __init__(self, topic: str) -> None:
        self._topic = topic

    def put(self, message: Message, reason: str) -> None:
        """Log a message."""
        print(f"skipped {self._topic} {message.partition()}:{message.offset()}: {reason}", file=sys.stderr)

    def settle(self) -> None:
        """Flush the log."""
        sys.stderr.flush()
PY
python3 consume.py
