ALTER TABLE analytics.metric_daily DELETE WHERE definition = 2 SETTINGS mutations_sync = 2;
CREATE OR REPLACE TABLE analytics.metric_daily_october AS analytics.metric_daily;
INSERT INTO analytics.metric_daily_october SELECT DISTINCT * FROM analytics.metric_daily WHERE toYYYYMM(day) = 202410;
ALTER TABLE analytics.metric_daily REPLACE PARTITION 202410 FROM analytics.metric_daily_october;
DROP TABLE analytics.metric_daily_october;
