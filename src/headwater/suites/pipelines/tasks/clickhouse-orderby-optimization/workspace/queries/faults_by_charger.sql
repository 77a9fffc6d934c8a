-- Chargers of a region that failed most often, in a fortnight.
SELECT charger_id, count() AS faults, max(event_ts) AS last_fault
FROM analytics.events
WHERE region = 'ostermark' AND event_type = 'fault'
  AND event_ts >= '2026-03-02 00:00:00' AND event_ts < '2026-03-16 00:00:00'
GROUP BY charger_id
ORDER BY faults DESC, charger_id
LIMIT 20
