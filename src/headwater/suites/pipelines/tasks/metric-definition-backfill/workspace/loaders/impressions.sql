-- Ad server team. The loader sends this with its own figures.
INSERT INTO analytics.metric_daily (metric, campaign_id, day, value, definition, computed_at)
VALUES ('impressions', 117, '2025-04-02', 1204, 1, now());
