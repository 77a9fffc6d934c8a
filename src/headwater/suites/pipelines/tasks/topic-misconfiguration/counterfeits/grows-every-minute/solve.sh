set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 migrations/repair_topic.py
sed -i 's/if len(topics\[TOPIC\].partitions) < wanted.num_partitions:/if len(topics[TOPIC].partitions) < 48:/; s/NewPartitions(TOPIC, wanted.num_partitions)/NewPartitions(TOPIC, len(topics[TOPIC].partitions) + 6)/' migrations/repair_topic.py
sed -i 's/^python3 publish.py/PYTHONPATH=. python3 migrations\/repair_topic.py\n&/' minute.sh
sh minute.sh
