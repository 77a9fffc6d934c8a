set -eu
cp /solution/*.py /solution/outbox.sql .
python3 - <<'PY'
from pathlib import Path


def replace(path: str, *pairs: tuple[str, str]) -> None:
    code = Path(path).read_text()
    for old, new in pairs:
        assert old in code, old
        code = code.replace(old, new)
    Path(path).write_text(code)


replace(
    "repair.py",
    ("    with connections.postgres() as postgres:\n", "    if not is_check:\n        make_anew()\n    with connections.postgres() as postgres:\n"),
    ("def main() -> int:\n", '''def make_anew() -> None:
    admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
    admin.delete_topics([TOPIC])[TOPIC].result()
    admin.create_topics([NewTopic(TOPIC, 6, 1)])[TOPIC].result()


def main() -> int:
'''),
    ("from consumers.reader", "from confluent_kafka.admin import AdminClient, NewTopic\nfrom consumers.reader"),
    ("import argparse\n", "import argparse\nimport os\n"),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
