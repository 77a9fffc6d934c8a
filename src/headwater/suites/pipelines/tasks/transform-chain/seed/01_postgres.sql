-- Two months of an app, in both versions of its payload.
CREATE SCHEMA raw;

CREATE TABLE raw.events (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL,
    payload jsonb NOT NULL
);

CREATE FUNCTION raw.mixed(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint $$;

-- A visit has one to eight events, a fixed time apart: among others none, exactly 30 minutes, and a millisecond more or less.
CREATE TEMPORARY TABLE sent AS
WITH visits AS (
    SELECT v, raw.mixed(v) AS m, raw.mixed(v + 1000000) AS n,
        timestamptz '2026-03-01 00:00:00+00' + raw.mixed(v + 2000000) % 5184000 * interval '1 second'
            + raw.mixed(v + 3000000) % 1000 * interval '1 millisecond' AS started
    FROM generate_series(1, 8000) v
),
events AS (
    SELECT v, e, m, n, raw.mixed(v * 10 + e + 50000000) AS o,
        started + e * (ARRAY[60000, 240000, 900000, 1800000, 1799999, 1800001, 0])[1 + m % 7] * interval '1 millisecond' AS at
    FROM visits CROSS JOIN generate_series(0, 7) e
    WHERE e <= n % 8
),
described AS (
    SELECT v, e, m, n, o, at, 'e' || v || '-' || e AS id, (1 + n / 8 % 2200) AS visitor,
        CASE WHEN o % 11 = 0 THEN 'purchase' WHEN o % 11 < 3 THEN 'search' ELSE 'view' END AS type,
        (ARRAY['search', 'Search', ' mail ', 'ads', NULL, '', '  ', 'ADS', 'friends', 'Éclat', 'ÉCLAT '])[1 + (m / 7 + CASE WHEN e = 0 THEN n ELSE 0 END) % 11] AS source,
        1 + o / 11 % 700 AS pattern, o / 77 % 5 * 250 + o / 400 % 100 AS cents
    FROM events
)
SELECT at + CASE WHEN o % 90 = 5 THEN o % 1500000 ELSE o % 9 END * interval '1 second' AS received_at, o,
    CASE WHEN m % 3 = 0 THEN jsonb_build_object(
        'id', id, 'type', type, 'source', source,
        'visitor', CASE WHEN o % 2 = 0 THEN to_jsonb(visitor) ELSE to_jsonb(' ' || visitor::text) END,
        'ts', CASE WHEN o % 5 = 0 THEN to_jsonb((extract(epoch FROM at) * 1000)::bigint::text) ELSE to_jsonb((extract(epoch FROM at) * 1000)::bigint) END,
        'pattern', CASE WHEN type = 'search' THEN NULL ELSE to_jsonb(pattern) END,
        'price_cents', CASE WHEN type = 'search' THEN NULL WHEN o % 3 = 0 THEN to_jsonb(cents::text) ELSE to_jsonb(cents) END
    ) ELSE jsonb_strip_nulls(jsonb_build_object(
        'v', 2, 'event', jsonb_build_object('id', id, 'type', type), 'visitor', jsonb_build_object('id', visitor::text),
        'at', to_char(at AT TIME ZONE 'UTC' + interval '90 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+01:30',
        'context', CASE WHEN source IS NOT NULL THEN jsonb_build_object('source', source) END
    )) || CASE WHEN type = 'search' THEN '{"item": null}' ELSE jsonb_build_object(
        'item', jsonb_build_object('id', pattern::text, 'price', (cents::numeric / 100)::numeric(12, 2)::text)) END END AS payload
FROM described;

-- What cannot be used: the fields are missing, null, empty or wrong. Half of it comes again as it should be.
ALTER TABLE sent ADD COLUMN whole jsonb;
UPDATE sent SET whole = payload;
UPDATE sent SET payload = CASE o / 700 % 9
    WHEN 0 THEN payload - 'visitor' WHEN 1 THEN payload || '{"visitor": null}' WHEN 2 THEN payload - 'id' - 'event'
    WHEN 3 THEN payload - 'ts' - 'at' WHEN 4 THEN payload || '{"ts": null, "at": ""}' WHEN 5 THEN payload || '{"ts": 1798761600000, "at": "2027-01-01T00:00:00Z"}'
    WHEN 6 THEN payload || '{"type": "purchase", "price_cents": null, "event": {"id": "none", "type": "purchase"}, "item": {"id": 7}}'
    WHEN 7 THEN payload || '{"ts": "soon", "at": "2026-04-01T10:00:00"}'
    ELSE payload || '{"visitor": "  ", "id": ""}' END
WHERE o % 140 = 9;

-- Phones send some again.
INSERT INTO raw.events (received_at, payload)
SELECT received_at, payload FROM (
    SELECT received_at, o, 0 AS again, payload FROM sent
    UNION ALL
    SELECT received_at + o % 4000 * interval '1 second', o, 1, whole FROM sent WHERE o % 40 = 3 OR o % 280 = 9
) AS all_of_them
ORDER BY received_at, o, again;

DROP TABLE sent;
DROP FUNCTION raw.mixed;
ANALYZE;
