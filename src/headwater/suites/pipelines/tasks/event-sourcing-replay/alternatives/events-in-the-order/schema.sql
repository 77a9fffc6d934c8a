DROP TABLE IF EXISTS app.replay_progress;

-- The next position in each partition of the topic, and in the archive, which has the number -1.
CREATE TABLE IF NOT EXISTS app.replay_positions (partition integer PRIMARY KEY, next_position bigint NOT NULL);

-- The events of each order by number.
CREATE TABLE IF NOT EXISTS app.order_histories (order_id text PRIMARY KEY, events jsonb NOT NULL);

CREATE TABLE IF NOT EXISTS app.rejected_messages (
    partition integer,
    position bigint NOT NULL,
    UNIQUE NULLS NOT DISTINCT (partition, position)
);

CREATE INDEX IF NOT EXISTS order_snapshots_of_customer ON app.order_snapshots (customer, changed_at DESC);
CREATE INDEX IF NOT EXISTS order_snapshots_by_status ON app.order_snapshots (status, changed_at);
