set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
sed -i 's/if left := unread():/if unread() < 0:/; s/print(f"{left} messages/print("messages/' migrations/repair_topic.py
PYTHONPATH=. python3 migrations/repair_topic.py
python3 publish.py
for worker in 2 1 0; do
    python3 index.py "$worker"
done
