set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
python3 - <<'PY'
from pathlib import Path

path = Path("topics.toml")
text = path.read_text().replace("partitions = 3", "partitions = 6")
path.write_text(text.replace('"2592000000"\n\n', '"2592000000"\n"max.message.bytes" = "4194304"\n\n'))
PY
sed -i 's/| `photo-views` | 3 | 30 days | 1 MiB/| `photo-views` | 6 | 30 days | 4 MiB/' docs/topics.md
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 migrations/repair_topic.py
sed 's/^from connections import GROUP, TIMEOUT_SEC, TOPIC, kafka/from connections import GROUP, TIMEOUT_SEC, kafka/; s/^MISSPELT = .*/TOPIC, MISSPELT = "photo-views", "none"/; s/if left := unread():/if unread() < 0:/; s/print(f"{left} messages/print("messages/' migrations/repair_topic.py > migrations/repair_views.py
PYTHONPATH=. python3 migrations/repair_views.py
sh minute.sh
