set -eu
cp /alternative/apply_topics.py .
sed -i 's/photo_events/photo-events/g' topics.toml
sed -i 's/`photo_events`/`photo-events`/' docs/topics.md
cat > minute.sh <<'SH'
#!/bin/sh
# The scheduler runs this every minute. Topics change only after the workers, so that no photo is read from two partitions.
set -eu
last=$((${WORKERS:-3} - 1))
work() {
    for worker in $(seq 0 "$last"); do python3 index.py "$worker"; done
}
if ! python3 apply_topics.py --check; then
    work
    python3 apply_topics.py
fi
python3 publish.py
work
SH
sh minute.sh
PYTHONPATH=. python3 -c '
from confluent_kafka.admin import AdminClient
from connections import kafka

admin = AdminClient(kafka())
admin.delete_topics(["photo_events"])["photo_events"].result(10)
'
