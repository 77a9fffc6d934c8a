CREATE TABLE IF NOT EXISTS rollups.runs (run UInt32, mark Int64) ENGINE = MergeTree ORDER BY run;

CREATE TABLE IF NOT EXISTS rollups.hourly_versions (
    counter_id UInt32,
    hour DateTime('UTC'),
    bikes UInt64,
    readings UInt32,
    temperature Nullable(Float64),
    version UInt32,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
ORDER BY (counter_id, hour)
SETTINGS index_granularity = 256;

CREATE TABLE IF NOT EXISTS rollups.daily_versions (
    counter_id UInt32,
    day Date,
    bikes UInt64,
    readings UInt32,
    temperature Nullable(Float64),
    peak_hour_bikes UInt64,
    version UInt32,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
ORDER BY (counter_id, day)
SETTINGS index_granularity = 256;

CREATE TABLE IF NOT EXISTS rollups.monthly_versions (
    counter_id UInt32,
    month Date,
    bikes UInt64,
    readings UInt32,
    temperature Nullable(Float64),
    peak_hour_bikes UInt64,
    peak_day Date,
    version UInt32,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
ORDER BY (counter_id, month)
SETTINGS index_granularity = 256;

CREATE VIEW IF NOT EXISTS rollups.hourly AS
SELECT counter_id, hour, bikes, readings, temperature FROM rollups.hourly_versions FINAL;

CREATE VIEW IF NOT EXISTS rollups.daily AS
SELECT counter_id, day, bikes, readings, temperature, peak_hour_bikes FROM rollups.daily_versions FINAL;

CREATE VIEW IF NOT EXISTS rollups.monthly AS
SELECT counter_id, month, bikes, readings, temperature, peak_hour_bikes, peak_day FROM rollups.monthly_versions FINAL;
