-- The page of a campaign: its days in February.
SELECT
    day,
    sumIf(value, metric = 'impressions') AS impressions,
    sumIf(value, metric = 'viewable_impressions') AS viewable,
    sumIf(value, metric = 'viewable_spend') AS spend
FROM analytics.metric_daily
WHERE campaign_id = 117
  AND metric IN ('impressions', 'viewable_impressions', 'viewable_spend')
  AND day BETWEEN '2025-02-01' AND '2025-02-28'
GROUP BY day
ORDER BY day;
