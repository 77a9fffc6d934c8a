set -eu
cp /solution/consume.py /solution/messages.py /solution/schema.sql /solution/README.md .
sed -i 's/metrics_received FINAL/metrics_received/; s/metrics_rejected FINAL/metrics_rejected/; /do_not_merge_across/d; s/^FROM analytics.metrics_received$/FROM analytics.metrics_received;/' schema.sql
python3 consume.py
