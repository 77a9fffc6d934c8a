-- The offsets of the old program count messages that it never applied, so they are of no use.
DROP TABLE IF EXISTS app.replay_progress;

-- The next position in each partition of the topic, and in the archive, which has the number -1.
CREATE TABLE IF NOT EXISTS app.replay_positions (partition integer PRIMARY KEY, next_position bigint NOT NULL);

-- The usable messages as they were sent.
CREATE TABLE IF NOT EXISTS app.order_messages (order_id text, seq integer, message text NOT NULL, PRIMARY KEY (order_id, seq));

CREATE TABLE IF NOT EXISTS app.rejected_messages (
    partition integer,
    position bigint NOT NULL,
    UNIQUE NULLS NOT DISTINCT (partition, position)
);

CREATE INDEX IF NOT EXISTS order_snapshots_of_customer ON app.order_snapshots (customer, changed_at DESC);
CREATE INDEX IF NOT EXISTS order_snapshots_open ON app.order_snapshots (changed_at) WHERE status = 'open';
