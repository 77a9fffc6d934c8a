-- Billing, every night: figures that are new or were corrected since the last time.
SELECT metric, campaign_id, day, value, definition
FROM analytics.metric_daily
WHERE metric IN ('viewable_impressions', 'viewable_spend')
  AND computed_at >= toDateTime('2025-04-01 00:00:00', 'UTC')
ORDER BY campaign_id, day, metric;
