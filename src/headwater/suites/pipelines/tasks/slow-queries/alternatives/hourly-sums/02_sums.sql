-- The UTC offsets of Warsaw are whole hours, so that its days consist of whole UTC hours.
CREATE TABLE IF NOT EXISTS app.hourly (
    hour DateTime('UTC'),
    type LowCardinality(String),
    country LowCardinality(String),
    events Int64,
    cents Int64
)
ENGINE = SummingMergeTree
ORDER BY (hour, type, country);

CREATE MATERIALIZED VIEW IF NOT EXISTS app.hourly_mv TO app.hourly AS
SELECT toStartOfHour(event_ts) AS hour, lower(event_type) AS type, country, count() AS events,
    sum(coalesce(amount_cents, 0)) AS cents
FROM app.events
GROUP BY hour, type, country;

CREATE TABLE IF NOT EXISTS app.of_user (
    user_id UInt32,
    event_ts DateTime('UTC'),
    event_id UInt64,
    type LowCardinality(String),
    cents UInt32
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(event_ts)
ORDER BY (user_id, event_ts, event_id)
SETTINGS index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS app.of_user_mv TO app.of_user AS
SELECT user_id, event_ts, event_id, lower(event_type) AS type, coalesce(amount_cents, 0) AS cents
FROM app.events;

CREATE VIEW IF NOT EXISTS app.hours AS
SELECT toHour(h.hour, 'Europe/Warsaw') AS of_day, h.type AS kind, sum(h.events) AS count
FROM app.hourly AS h
WHERE h.hour >= toDateTime({day:Date}, 'Europe/Warsaw') AND h.hour < toDateTime({day:Date} + 1, 'Europe/Warsaw')
GROUP BY of_day, kind
HAVING count != 0;

CREATE VIEW IF NOT EXISTS app.purchases AS
SELECT h.country AS place, sum(h.events) AS count, sum(h.cents) AS total
FROM app.hourly AS h
WHERE h.type = 'purchase'
    AND h.hour >= toDateTime({day:Date}, 'Europe/Warsaw') AND h.hour < toDateTime({day:Date} + 1, 'Europe/Warsaw')
GROUP BY place
HAVING count != 0;
