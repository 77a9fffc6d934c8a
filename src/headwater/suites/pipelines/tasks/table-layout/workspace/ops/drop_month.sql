-- Retention: the oldest month goes. The month is written in by whoever runs it.
ALTER TABLE analytics.usage DROP PARTITION ID '202601';
