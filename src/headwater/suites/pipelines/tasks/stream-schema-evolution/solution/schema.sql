-- Everything in stats; applied at each deployment.
CREATE SCHEMA IF NOT EXISTS stats;

CREATE TABLE IF NOT EXISTS stats.orders (
    order_no text PRIMARY KEY,
    day date NOT NULL,
    cents bigint NOT NULL
);

ALTER TABLE stats.orders ADD COLUMN IF NOT EXISTS region text;

-- The next offset of each partition.
CREATE TABLE IF NOT EXISTS stats.offsets (partition integer PRIMARY KEY, next bigint NOT NULL);

CREATE TABLE IF NOT EXISTS stats.rejected (
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (partition, "offset")
);

CREATE OR REPLACE VIEW stats.daily AS
SELECT day, count(*) AS orders, sum(cents) AS cents, coalesce(region, 'unknown') AS region
FROM stats.orders GROUP BY day, coalesce(region, 'unknown');
