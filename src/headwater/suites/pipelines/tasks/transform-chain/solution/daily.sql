CREATE OR REPLACE TABLE analytics.daily (
    day Date,
    source String,
    visits UInt32,
    visitors UInt32,
    purchases UInt32,
    revenue Decimal(12, 2)
)
ENGINE = MergeTree
ORDER BY (day, source)
AS
SELECT toDate(v.started_at) AS day, v.source AS source, count() AS visits, uniqExact(v.visitor) AS visitors,
    sum(v.purchases) AS purchases, sum(v.revenue) AS revenue
FROM analytics.visits AS v
GROUP BY day, source
