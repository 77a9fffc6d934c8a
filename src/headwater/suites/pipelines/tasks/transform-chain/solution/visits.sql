-- A late event can change any visit of its visitor. A view is right at once, and a run writes no visits.
CREATE VIEW IF NOT EXISTS analytics.visits AS
SELECT visitor, min(e.at) AS started_at, max(e.at) AS ended_at,
    if(countIf(e.source != 'unknown') = 0, 'unknown', argMinIf(e.source, (e.at, e.event_id), e.source != 'unknown')) AS source,
    toUInt32(count()) AS events, toUInt32(countIf(e.type = 'purchase')) AS purchases,
    CAST(sum(ifNull(e.amount, toDecimal64(0, 2))) AS Decimal(12, 2)) AS revenue
FROM (
    SELECT *, sum(begins) OVER (PARTITION BY visitor ORDER BY at, event_id ROWS UNBOUNDED PRECEDING) AS number
    FROM (
        SELECT *, at > addMinutes(lagInFrame(at) OVER (PARTITION BY visitor ORDER BY at, event_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), 30) AS begins
        FROM analytics.events
    )
) AS e
GROUP BY visitor, number
