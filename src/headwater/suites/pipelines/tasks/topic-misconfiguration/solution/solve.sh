set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 migrations/repair_topic.py
sh minute.sh
