set -eu
mkdir -p migrations
sed '/if MISSPELT in topics:/,+1d; s/for name, value in wanted.config.items()/for name, value in (wanted.config | {"max.message.bytes": str(8 << 20)}).items()/; /^MISSPELT/d; s/^$/&/' /solution/repair_topic.py > migrations/repair_topic.py
sed -i 's/photo_events/photo-events/' topics.toml
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 migrations/repair_topic.py
sh minute.sh
