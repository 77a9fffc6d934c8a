set -eu
sed -i 's/^\[photo_events/[photo-events/' topics.toml
sed -i 's/^| `photo_events`/| `photo-events`/' docs/topics.md
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 /alternative/rebuild.py
sh minute.sh
