-- Everything in stats, and the checkouts that are to be sent again; applied at each deployment.
CREATE TABLE IF NOT EXISTS shop.to_resend (checkout bigint PRIMARY KEY REFERENCES shop.checkouts);

CREATE SCHEMA IF NOT EXISTS stats;

CREATE TABLE IF NOT EXISTS stats.orders (order_no text PRIMARY KEY, day date NOT NULL, cents bigint NOT NULL);
ALTER TABLE stats.orders ADD COLUMN IF NOT EXISTS region text NOT NULL DEFAULT 'unknown';

-- The next offset of each partition.
CREATE TABLE IF NOT EXISTS stats.offsets (partition integer PRIMARY KEY, next bigint NOT NULL);

CREATE TABLE IF NOT EXISTS stats.rejected (
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (partition, "offset")
);

DROP VIEW IF EXISTS stats.daily;
CREATE VIEW stats.daily AS
SELECT day, region, count(*) AS orders, sum(cents) AS cents FROM stats.orders GROUP BY day, region;
