-- Everything in stats; applied at each deployment. The table of orders that was here before is counted anew.
CREATE SCHEMA IF NOT EXISTS stats;

DO $$ BEGIN
    IF (SELECT relkind = 'r' FROM pg_class WHERE oid = to_regclass('stats.orders')) THEN
        DROP VIEW stats.daily;
        DROP TABLE stats.orders, stats.offsets;
    END IF;
END $$;

CREATE TABLE IF NOT EXISTS stats.rejected (
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (partition, "offset")
);

-- What each message says; without content if the order was cancelled.
CREATE TABLE IF NOT EXISTS stats.messages (
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    order_no text NOT NULL,
    content jsonb,
    PRIMARY KEY (partition, "offset")
);

CREATE OR REPLACE VIEW stats.orders AS
SELECT order_no, (to_timestamp((content ->> 'placed_at')::bigint) AT TIME ZONE 'UTC')::date AS day,
    (content ->> 'cents')::bigint AS cents, coalesce(nullif(content ->> 'region', ''), 'unknown') AS region
FROM (SELECT DISTINCT ON (order_no) order_no, content FROM stats.messages ORDER BY order_no, partition, "offset" DESC) last
WHERE content IS NOT NULL;

CREATE OR REPLACE VIEW stats.daily AS
SELECT day, region, count(*) AS orders, sum(cents) AS cents FROM stats.orders GROUP BY day, region;
