-- ClickHouse: events of each day, as the board has seen them.
SELECT day, kind, sum(events) AS events FROM analytics.daily_counts GROUP BY day, kind ORDER BY day, kind
