-- What the agents' developers look at.
SELECT kafka_partition, kafka_offset, reason, length(payload) AS size
FROM analytics.rejected_messages
ORDER BY kafka_partition, kafka_offset
