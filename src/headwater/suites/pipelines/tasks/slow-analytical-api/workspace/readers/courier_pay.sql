-- Payroll: what a courier has delivered in a month. It runs in the night before payday, for all of them.
SELECT courier_id, service, count() AS deliveries, sum(fee) AS fees, countIf(minutes_late > 15) AS very_late,
    min(delivery_id) AS first_delivery
FROM analytics.deliveries
WHERE delivered_at >= {month:Date} AND delivered_at < {month:Date} + INTERVAL 1 MONTH
GROUP BY courier_id, service
ORDER BY courier_id, service;
