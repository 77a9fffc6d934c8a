SELECT
    batch_id,
    line,
    CASE
        WHEN jsonb_typeof(payload->'event_id') = 'string'
            AND lower(trim(payload->>'event_id')) NOT IN ('', 'null', 'none', 'undefined')
        THEN payload->>'event_id'
    END AS event_id,
    CASE WHEN jsonb_typeof(payload) = 'object' THEN
        NOT EXISTS (SELECT FROM jsonb_object_keys(payload) AS name WHERE NOT fields ? name)
        AND NOT EXISTS (
            SELECT FROM jsonb_each(fields) AS field(name, said)
            WHERE CASE
                WHEN coalesce(payload->name, 'null') = 'null' THEN (said->>'required')::boolean
                WHEN said->>'type' = 'integer' THEN jsonb_typeof(payload->name) <> 'number' OR payload->>name LIKE '%%.%%'
                ELSE jsonb_typeof(payload->name) <> said->>'type'
            END
        )
    ELSE false END AS as_agreed,
    CASE
        WHEN jsonb_typeof(payload->'at') = 'string'
            AND payload->>'at' ~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)$'
            AND pg_input_is_valid(payload->>'at', 'timestamptz')
        THEN (payload->>'at')::timestamptz BETWEEN delivered_at - make_interval(hours => max_age_hours)
            AND delivered_at + interval '5 minutes'
        ELSE false
    END AS fresh
FROM feeds.batches
JOIN feeds.networks USING (network)
JOIN feeds.events USING (batch_id)
CROSS JOIN LATERAL (
    SELECT fields FROM feeds.contracts
    WHERE contracts.network = batches.network AND valid_from <= hour ORDER BY valid_from DESC LIMIT 1
) AS contract
WHERE batch_id = ANY(%s)
ORDER BY batch_id, line
