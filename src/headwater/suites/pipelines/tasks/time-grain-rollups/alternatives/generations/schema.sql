CREATE TABLE IF NOT EXISTS rollups.generations (
    counter_id UInt32, month Date, generation UInt64, digest UInt64, seen Int64
) ENGINE = MergeTree ORDER BY (counter_id, month, generation);

CREATE TABLE IF NOT EXISTS rollups.hours (
    counter_id UInt32, month Date, generation UInt64, hour DateTime('UTC'), bikes UInt64, readings UInt64,
    temperature Nullable(Float64)
) ENGINE = MergeTree ORDER BY (counter_id, month, generation, hour) SETTINGS index_granularity = 512;

CREATE TABLE IF NOT EXISTS rollups.days (
    counter_id UInt32, month Date, generation UInt64, day Date, bikes UInt64, readings UInt64,
    temperature Nullable(Float64), peak_hour_bikes UInt64
) ENGINE = MergeTree ORDER BY (counter_id, month, generation, day);

CREATE TABLE IF NOT EXISTS rollups.months (
    counter_id UInt32, month Date, generation UInt64, bikes UInt64, readings UInt64,
    temperature Nullable(Float64), peak_hour_bikes UInt64, peak_day Date
) ENGINE = MergeTree ORDER BY (counter_id, month, generation);

CREATE OR REPLACE VIEW rollups.latest AS
SELECT counter_id, month, max(generation) AS generation FROM rollups.generations GROUP BY counter_id, month;

CREATE VIEW IF NOT EXISTS rollups.hourly AS
SELECT counter_id, hour, bikes, readings, temperature
FROM rollups.hours WHERE (counter_id, month, generation) IN (SELECT counter_id, month, generation FROM rollups.latest);

CREATE VIEW IF NOT EXISTS rollups.daily AS
SELECT counter_id, day, bikes, readings, temperature, peak_hour_bikes
FROM rollups.days WHERE (counter_id, month, generation) IN (SELECT counter_id, month, generation FROM rollups.latest);

CREATE VIEW IF NOT EXISTS rollups.monthly AS
SELECT counter_id, month, bikes, readings, temperature, peak_hour_bikes, peak_day
FROM rollups.months WHERE (counter_id, month, generation) IN (SELECT counter_id, month, generation FROM rollups.latest);
