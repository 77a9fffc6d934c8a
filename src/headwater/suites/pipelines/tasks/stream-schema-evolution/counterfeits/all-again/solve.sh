set -eu
sh /solution/install.sh
python3 - <<'PY'
from pathlib import Path


def edit(name: str, *changes: tuple[str, str]) -> None:
    text = Path(name).read_text()
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    Path(name).write_text(text)


edit("migrations/resend.py",
    ("    last: dict[bytes, Message] = {}\n", ""),
    ("    for message in new(connections.consumer(\"resend\"), {}):\n        last[message.key()] = message\n", "    messages = list(new(connections.consumer(\"resend\"), {}))\n"),
    ("sorted(last.values(), key=lambda each: (each.partition(), each.offset()))", "messages"),
    ("from confluent_kafka import Message\n", "from confluent_kafka import Message\n"),
)
PY
sh /solution/finish.sh
