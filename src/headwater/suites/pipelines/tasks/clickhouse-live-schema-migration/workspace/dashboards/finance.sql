-- What finance fetches each night; their side reads it by position.
SELECT *
FROM ads.events
WHERE toDate(at) = '2026-09-29'
ORDER BY event_id;
