EXCHANGE TABLES analytics.metric_daily AND analytics.metric_daily_history;

-- Copy the rows that the loader inserted while Spark ran.
INSERT INTO analytics.metric_daily
SELECT DISTINCT * FROM analytics.metric_daily_history
WHERE metric = 'impressions'
  AND (campaign_id, day) NOT IN (SELECT campaign_id, day FROM analytics.metric_daily WHERE metric = 'impressions');

DROP TABLE analytics.metric_daily_history;
