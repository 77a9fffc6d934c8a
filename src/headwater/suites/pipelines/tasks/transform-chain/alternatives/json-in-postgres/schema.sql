CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.events (
    event_id String,
    visitor String,
    at DateTime64(3, 'UTC'),
    type String,
    source String,
    pattern Nullable(UInt32),
    amount Nullable(Decimal(12, 2))
)
ENGINE = MergeTree
ORDER BY (visitor, at, event_id);

CREATE TABLE IF NOT EXISTS analytics.rejected (seq UInt64, reason String) ENGINE = MergeTree ORDER BY seq;

CREATE TABLE IF NOT EXISTS analytics.progress (seq UInt64) ENGINE = MergeTree ORDER BY seq;

CREATE VIEW IF NOT EXISTS analytics.visits AS
SELECT visitor, min(e.at) AS started_at, max(e.at) AS ended_at,
    if(countIf(e.source != 'unknown') = 0, 'unknown', argMinIf(e.source, (e.at, e.event_id), e.source != 'unknown')) AS source,
    toUInt32(count()) AS events, toUInt32(countIf(e.type = 'purchase')) AS purchases,
    CAST(sum(ifNull(e.amount, toDecimal64(0, 2))) AS Decimal(12, 2)) AS revenue
FROM (
    SELECT *, sum(begins) OVER (PARTITION BY visitor ORDER BY at, event_id ROWS UNBOUNDED PRECEDING) AS number
    FROM (
        SELECT *, dateDiff('millisecond', lagInFrame(at) OVER (
            PARTITION BY visitor ORDER BY at, event_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
        ), at) > 1800000 AS begins
        FROM analytics.events
    )
) AS e
GROUP BY visitor, number;

CREATE TABLE IF NOT EXISTS analytics.daily (
    day Date,
    source String,
    visits UInt32,
    visitors UInt32,
    purchases UInt32,
    revenue Decimal(12, 2)
)
ENGINE = MergeTree
ORDER BY (day, source);

CREATE TABLE IF NOT EXISTS analytics.daily_next AS analytics.daily;
