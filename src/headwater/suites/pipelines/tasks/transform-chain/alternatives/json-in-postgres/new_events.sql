WITH fields AS (
    SELECT seq, received_at, is_new, f[1] AS id, f[2] AS visitor, coalesce(f[3], '') AS type, f[4] AS said_at,
        coalesce(f[5], 'unknown') AS source, f[6] AS pattern, f[7] AS price
    FROM raw.events
    CROSS JOIN LATERAL (SELECT coalesce(payload -> 'v' = '2', false) AS is_new) AS version
    CROSS JOIN LATERAL (
        SELECT array_agg(
            CASE WHEN jsonb_typeof(value) IN ('string', 'number') THEN nullif(btrim(value #>> '{}', E' \t\n\r'), '') END ORDER BY n
        ) AS f
        FROM unnest(
            CASE WHEN is_new THEN ARRAY[
                payload #> '{event,id}', payload #> '{visitor,id}', payload #> '{event,type}', payload #> '{at}',
                payload #> '{context,source}', payload #> '{item,id}', payload #> '{item,price}'
            ] ELSE ARRAY[
                payload #> '{id}', payload #> '{visitor}', payload #> '{type}', payload #> '{ts}',
                payload #> '{source}', payload #> '{pattern}', payload #> '{price_cents}'
            ] END
        ) WITH ORDINALITY AS each_of(value, n)
    ) AS found
    WHERE seq > %s
),
typed AS (
    SELECT *,
        CASE WHEN is_new AND said_at ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$' THEN
                CASE WHEN (left(said_at, 8) || '01')::date + substr(said_at, 9, 2)::int - 1
                        < (left(said_at, 8) || '01')::date + interval '1 month' THEN said_at::timestamptz END
            WHEN NOT is_new AND said_at ~ '^\d{1,15}$' THEN timestamptz 'epoch' + said_at::bigint * interval '1 millisecond'
        END AS at,
        CASE WHEN type <> 'purchase' THEN NULL
            WHEN is_new AND price ~ '^\d{1,9}(\.\d+)?$' THEN price::numeric(12, 2)
            WHEN NOT is_new AND price ~ '^\d{1,11}$' THEN (price::numeric / 100)::numeric(12, 2)
        END AS amount
    FROM fields
)
SELECT seq,
    CASE WHEN id IS NULL THEN 'id' WHEN visitor IS NULL THEN 'visitor' WHEN at IS NULL THEN 'time'
        WHEN at > received_at + interval '1 day' THEN 'clock' WHEN type = 'purchase' AND amount IS NULL THEN 'price' END AS reason,
    id, visitor, at, type, source, CASE WHEN pattern ~ '^\d{1,9}$' THEN pattern::bigint END AS pattern, amount
FROM typed
ORDER BY seq
