CREATE DATABASE IF NOT EXISTS analytics;

-- Messages as they came. This table stores nothing: it feeds the materialized view below.
CREATE TABLE IF NOT EXISTS analytics.metrics_messages (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String
)
ENGINE = Null;

-- Messages with their fields; `fault` is empty if docs/messages.md allows the message. This stores nothing either.
CREATE TABLE IF NOT EXISTS analytics.metrics_judged (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String,
    fault String,
    event_id String,
    station String,
    metric String,
    unit String,
    ts DateTime64(3, 'UTC'),
    value Nullable(Float64)
)
ENGINE = Null;

-- The same reading can come again, and the same message can be read again. Both are then identical rows.
CREATE TABLE IF NOT EXISTS analytics.metrics_rows (
    event_id String,
    station LowCardinality(String),
    metric LowCardinality(String),
    unit LowCardinality(String),
    ts DateTime64(3, 'UTC'),
    value Nullable(Float64)
)
ENGINE = ReplacingMergeTree
ORDER BY (station, metric, ts, event_id);

CREATE TABLE IF NOT EXISTS analytics.metrics_rejects (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String COMMENT 'The bytes of the message',
    reason String
)
ENGINE = ReplacingMergeTree
ORDER BY (kafka_partition, kafka_offset);

-- The views remove what merges have not removed yet, with a key that is the sorting key or begins with it.
CREATE VIEW IF NOT EXISTS analytics.metrics AS
SELECT DISTINCT event_id, station, metric, unit, ts, value FROM analytics.metrics_rows;

CREATE VIEW IF NOT EXISTS analytics.metrics_dead_letters AS
SELECT kafka_partition, kafka_offset, any(payload) AS payload, any(reason) AS reason
FROM analytics.metrics_rejects
GROUP BY kafka_partition, kafka_offset;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.metrics_to_rows TO analytics.metrics_rows AS
SELECT event_id, station, metric, unit, ts, value FROM analytics.metrics_judged WHERE fault = '';

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.metrics_to_rejects TO analytics.metrics_rejects AS
SELECT kafka_partition, kafka_offset, payload, fault AS reason FROM analytics.metrics_judged WHERE fault != '';

-- ClickHouse's parser refuses integers beyond 64 bits, which are numbers all the same, so such a value gets an exponent.
CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.metrics_judge TO analytics.metrics_judged AS
WITH
    replaceRegexpOne(payload, '("value"\\s*:\\s*-?[0-9]{19,})(\\s*[,}])', '\\1e0\\2') AS json,
    JSONExtractInt(json, 'schema') AS version,
    JSONExtractString(json, 'ts') AS moment,
    JSONExtractInt(json, 'ts_ms') AS milliseconds,
    '^(\\d{4}-\\d{2}-\\d{2})[T ]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d([.,]\\d{1,9})?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)$' AS iso,
    match(moment, iso) AND ifNull(toString(toDateOrNull(substring(moment, 1, 10))) = substring(moment, 1, 10), 0)
        AS is_moment,
    if(version = 1, fromUnixTimestamp64Milli(milliseconds, 'UTC'),
        if(is_moment, ifNull(parseDateTime64BestEffortOrNull(replaceOne(moment, ',', '.'), 3, 'UTC'), epoch), epoch))
        AS time,
    toDateTime64(0, 3, 'UTC') AS epoch,
    ['air_temperature', 'soil_moisture', 'co2', 'light', 'ph'] AS old_metrics,
    ['C', '%', 'ppm', 'lux', ''] AS old_units
SELECT
    kafka_partition,
    kafka_offset,
    payload,
    multiIf(
        payload = '', 'the message is empty',
        NOT isValidUTF8(payload) OR NOT isValidJSON(json) OR JSONType(json) != 'Object', 'not a JSON object in UTF-8',
        JSONType(json, 'schema') != 'Int64' OR version NOT IN (1, 2), 'the schema is missing or unknown',
        JSONType(json, 'event_id') != 'String' OR event_id = '', 'event_id is missing or no text',
        JSONType(json, 'station') != 'String' OR station = '', 'station is missing or no text',
        JSONType(json, 'metric') != 'String' OR metric = '', 'metric is missing or no text',
        JSONType(json, 'value') NOT IN ('Int64', 'UInt64', 'Double', 'Null') OR NOT JSONHas(json, 'value')
            OR isNotNull(value) AND NOT isFinite(value), 'value is missing or no finite number',
        version = 1 AND NOT has(old_metrics, metric), 'schema 1 does not know the metric',
        version = 1 AND JSONType(json, 'ts_ms') != 'Int64', 'ts_ms is missing or no integer',
        version = 2 AND JSONType(json, 'unit') != 'String', 'unit is missing or no text',
        version = 2 AND NOT is_moment, 'ts is missing or no time with milliseconds and a zone',
        time < toDateTime64('2020-01-01 00:00:00', 3, 'UTC') OR time >= toDateTime64('2100-01-01 00:00:00', 3, 'UTC'),
            'the time is that of a gateway without a clock',
        ''
    ) AS fault,
    JSONExtractString(json, 'event_id') AS event_id,
    JSONExtractString(json, 'station') AS station,
    JSONExtractString(json, 'metric') AS metric,
    if(version = 1, transform(metric, old_metrics, old_units, ''), JSONExtractString(json, 'unit')) AS unit,
    time AS ts,
    JSONExtract(json, 'value', 'Nullable(Float64)') AS value
FROM analytics.metrics_messages;
