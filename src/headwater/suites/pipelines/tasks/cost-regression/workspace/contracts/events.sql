-- Finance's contract with marts: the rows that the collectors still have. It must have no rows.
SELECT event_id, argMax((at, kind, campaign, user, micros), revision) AS sent, any(stored) AS found
FROM (
    SELECT event_id, max(revision) AS revision, argMax(at, r.revision) AS at, argMax(kind, r.revision) AS kind,
        argMax(campaign, r.revision) AS campaign, argMax(user, r.revision) AS user, argMax(micros, r.revision) AS micros,
        argMax(void, r.revision) AS void
    FROM raw.events AS r
    WHERE batch IN (SELECT batch FROM raw.batches)
    GROUP BY event_id
) AS r
LEFT JOIN (
    SELECT event_id, revision AS stored_revision, (at, toString(kind), campaign, user, micros) AS stored FROM marts.events FINAL
) AS e ON e.event_id = r.event_id
GROUP BY event_id
HAVING if(any(void), any(stored_revision) != 0, any(stored_revision) < max(revision))
ORDER BY event_id
