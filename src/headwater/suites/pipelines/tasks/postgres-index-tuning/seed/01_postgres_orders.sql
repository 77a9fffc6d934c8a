-- Half a million orders of two years, roughly in the order in which they were placed.
CREATE SCHEMA app;

CREATE TABLE app.orders (
    order_id bigint PRIMARY KEY,
    user_id integer,
    contact_email text NOT NULL,
    status text NOT NULL,
    channel text NOT NULL,
    item_count smallint NOT NULL,
    total_cents integer NOT NULL,
    placed_at timestamptz NOT NULL,
    note text
);

-- Two trade accounts stand out: 17 closed after eight months with thousands of orders, 42 still buys every day.
WITH drawn AS (
    SELECT n,
        abs(hashint8(n)::bigint) AS a,
        abs(hashint8(n + 7000000)::bigint) AS b,
        abs(hashint8(n + 14000000)::bigint) AS c
    FROM generate_series(1, 500000) AS n
),
bought AS (
    SELECT *,
        CASE
            WHEN a % 100 < 4 AND n < 170000 THEN 17
            WHEN a % 100 IN (4, 5) THEN 42
            WHEN a % 100 BETWEEN 6 AND 15 THEN NULL
            ELSE 100 + b % 60000
        END AS buyer
    FROM drawn
)
INSERT INTO app.orders
SELECT
    n,
    buyer,
    CASE WHEN c % 5 = 0 THEN 'Buyer' ELSE 'buyer' END || coalesce(buyer, 200000 + b % 30000)
        || CASE WHEN c % 11 = 0 THEN '@Larkspur.example' ELSE '@larkspur.example' END,
    CASE
        WHEN n > 480000 AND b % 100 < 8 THEN 'awaiting_pick'
        WHEN n > 492000 AND b % 100 < 70 THEN 'shipped'
        WHEN b % 100 < 91 THEN 'delivered'
        WHEN b % 100 < 92 THEN 'returned'
        ELSE 'cancelled'
    END,
    (ARRAY['web', 'app', 'phone', 'store'])[1 + c % 4],
    1 + a % 9,
    490 + (c % 48000),
    -- One order every 126 seconds, up to six hours late; the microseconds make each time unique.
    timestamptz '2024-01-01 00:00:00+00' + make_interval(secs => n * 126.3168 + c % 21600)
        + n * interval '1 microsecond',
    CASE WHEN c % 7 = 0 THEN 'leave with the neighbour at no. ' || 1 + b % 90 END
FROM bought
ORDER BY n;
