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


edit("publish.py", ("        number, fields = own(postgres, TOPIC)\n", "        number, fields = 4, own(postgres, TOPIC)[1]\n"))
edit("totals.py",
    ("    offsets = dict(postgres.execute(\"SELECT partition, next FROM stats.offsets\").fetchall())\n",
    """    parts = [TopicPartition(TOPIC, number) for number in range(3)]
    offsets = {each.partition: max(each.offset, 0) for each in consumer.committed(parts, timeout=TIMEOUT_SEC)}
    if not any(offsets.values()):
        offsets = dict(postgres.execute("SELECT partition, next FROM stats.offsets").fetchall())
"""),
    ("                postgres.execute(REACHED, [partition, offset + 1])\n", "                consumer.commit(offsets=[TopicPartition(TOPIC, partition, offset + 1)], asynchronous=False)\n"),
)
PY
sh /solution/finish.sh
