set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
PYTHONPATH=. python3 - <<'PY'
from confluent_kafka.admin import AdminClient
from connections import kafka

admin = AdminClient(kafka())
for deleted in admin.delete_topics(["photo-events", "photo_events"]).values():
    deleted.result(10)
PY
sleep 1
python3 tools/topics.py
sh minute.sh
