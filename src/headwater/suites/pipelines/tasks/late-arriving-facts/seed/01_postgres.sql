-- Half a year of metered usage: the sources, and what finance has invoiced. The mart is in 02_postgres_mart.sql.
CREATE SCHEMA raw;
CREATE SCHEMA crm;
CREATE SCHEMA billing;
CREATE SCHEMA mart;

CREATE TABLE raw.usage (
    arrival_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    arrived_at timestamptz NOT NULL,
    record_id text NOT NULL,
    account_id integer NOT NULL,
    product text NOT NULL,
    used_at timestamptz NOT NULL,
    quantity numeric(14, 3)
);
CREATE TABLE crm.plan_changes (
    change_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded_at timestamptz NOT NULL,
    account_id integer NOT NULL,
    valid_from date NOT NULL,
    plan text
);
CREATE VIEW crm.current_plans AS
SELECT DISTINCT ON (account_id) account_id, plan
FROM crm.plan_changes WHERE plan IS NOT NULL ORDER BY account_id, change_id DESC;
CREATE TABLE billing.prices (
    price_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded_at timestamptz NOT NULL,
    plan text NOT NULL,
    product text NOT NULL,
    valid_from date NOT NULL,
    unit_price numeric(12, 6) NOT NULL
);
CREATE TABLE billing.closed_months (month date PRIMARY KEY, closed_at timestamptz NOT NULL);
CREATE TABLE billing.invoice_lines (
    month date NOT NULL,
    day date NOT NULL,
    account_id integer NOT NULL,
    product text NOT NULL,
    plan text,
    quantity numeric(14, 3) NOT NULL,
    amount numeric(14, 2) NOT NULL
);
COMMENT ON COLUMN billing.invoice_lines.plan IS 'NULL for adjustments';

CREATE FUNCTION raw.mixed(n bigint, salt bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT hashint8extended(n, salt) & 2147483647 $$;

-- Accounts 281 to 300 start later than the others. Each account uses two products, and has three records of each a day.
CREATE TEMPORARY TABLE records AS
WITH numbered AS (
    SELECT ((a * 4 + p) * 400 + d)::bigint * 3 + k AS n, a, p, k, date '2026-03-01' + d AS day
    FROM generate_series(1, 300) a, generate_series(0, 172) d, generate_series(0, 2) k,
        LATERAL (VALUES (a % 4), ((a + 1 + a / 4 % 3) % 4)) products (p)
    WHERE a <= 280 OR d >= 61 + (a - 281) * 5
),
timed AS (
    SELECT n, a, p, k, day, day::timestamp AT TIME ZONE 'UTC' + (k * 28800 + raw.mixed(n, 1) % 28800) * interval '1 second' AS used_at,
        (raw.mixed(n, 2) % 40000 * (1 + raw.mixed(a, 3) % 30))::numeric / 1000 AS quantity
    FROM numbered
)
SELECT n, a AS account_id, (ARRAY['compute', 'egress', 'requests', 'storage'])[p + 1] AS product,
    format('m%s-%s-%s-%s', a, p, to_char(day, 'YYMMDD'), k) AS record_id, used_at, quantity,
    CASE
        WHEN a = 17 AND day >= '2026-05-28' AND used_at < '2026-08-06 07:00Z' THEN timestamptz '2026-08-06 07:31:00Z' + n % 50 * interval '1 second'
        WHEN a = 203 AND day >= '2026-04-08' AND day < '2026-04-27' THEN timestamptz '2026-04-27 14:02:00Z' + n % 50 * interval '1 second'
        ELSE used_at + interval '1 second' * CASE
            WHEN late < 9650 THEN raw.mixed(n, 5) % 600
            WHEN late < 9900 THEN raw.mixed(n, 5) % 172800
            WHEN late < 9985 THEN raw.mixed(n, 5) % 1036800
            ELSE raw.mixed(n, 5) % 2160000 END
    END AS arrived_at
FROM timed, LATERAL (SELECT raw.mixed(n, 4) % 10000 AS late) AS lateness;

-- Boxes send some records again: mostly the same, some of them corrected, and some without a usable quantity.
INSERT INTO raw.usage (arrived_at, record_id, account_id, product, used_at, quantity)
SELECT arrived_at, record_id, account_id, product, used_at, quantity FROM (
    SELECT n, 0 AS again, arrived_at, record_id, account_id, product, used_at,
        CASE raw.mixed(n, 6) % 1400 WHEN 0 THEN NULL WHEN 1 THEN -1 ELSE quantity END AS quantity
    FROM records
    UNION ALL
    SELECT n, 1, arrived_at + (60 + raw.mixed(n, 7) % 500000) * interval '1 second', record_id, account_id, product, used_at,
        CASE raw.mixed(n, 8) % 10
            WHEN 0 THEN round(quantity * 0.9, 3) WHEN 1 THEN round(quantity * 1.25, 3) WHEN 2 THEN 0
            WHEN 3 THEN NULL WHEN 4 THEN -1 ELSE quantity END
    FROM records WHERE raw.mixed(n, 9) % 90 = 0 OR raw.mixed(n, 6) % 2800 < 2
) AS sent
WHERE arrived_at < '2026-08-20 09:00Z'
ORDER BY arrived_at, n, again;
CREATE INDEX usage_account_time ON raw.usage (account_id, used_at);

-- First plans. Those of 291 to 296 were entered 11 to 21 days late; 299 and 300 have none yet.
CREATE TEMPORARY TABLE changes AS
SELECT a AS account_id, CASE WHEN a <= 280 THEN date '2026-02-01' ELSE date '2026-05-01' + (a - 281) * 5 END AS valid_from,
    CASE WHEN a <= 280 THEN timestamptz '2026-01-20Z' ELSE date '2026-04-24' + (a - 281) * 5 END
        + a * interval '1 minute' + CASE WHEN a BETWEEN 291 AND 296 THEN (a - 273) * interval '1 day' ELSE interval '0' END AS recorded_at,
    (ARRAY['starter', 'standard', 'standard', 'business', 'enterprise'])[1 + raw.mixed(a, 20) % 5] AS plan
FROM generate_series(1, 298) a;
-- Changes of plans: announced, entered on the day, or agreed with retroactive effect.
INSERT INTO changes
SELECT a, first, first::timestamptz + CASE raw.mixed(a, 22) % 4
        WHEN 0 THEN (3 + raw.mixed(a, 23) % 38) * interval '1 day' WHEN 1 THEN interval '9 hours' ELSE interval '-12 days' END + a * interval '1 minute',
    (ARRAY['standard', 'business', 'enterprise', 'starter'])[1 + raw.mixed(a, 24) % 4]
FROM generate_series(1, 280) a, LATERAL (SELECT date '2026-03-20' + (raw.mixed(a, 21) % 180)::integer AS first) AS starts
WHERE raw.mixed(a, 25) % 5 < 2;
-- Some changes were entered with the wrong plan, and some for the wrong account: these are withdrawn.
INSERT INTO changes
SELECT account_id, valid_from, recorded_at + (2 + raw.mixed(account_id, 26) % 20) * interval '1 day',
    CASE WHEN account_id % 2 = 0 THEN 'business' END
FROM changes WHERE valid_from > '2026-02-01' AND account_id <= 280 AND raw.mixed(account_id, 27) % 6 = 0;
INSERT INTO crm.plan_changes (recorded_at, account_id, valid_from, plan)
SELECT recorded_at, account_id, valid_from, plan FROM changes
WHERE recorded_at < '2026-08-20 09:00Z' ORDER BY recorded_at, account_id;

INSERT INTO billing.prices (recorded_at, plan, product, valid_from, unit_price)
SELECT '2025-12-10 10:00Z', plan, product, '2026-01-01', base * factor
FROM (VALUES ('starter', 1.4), ('standard', 1.0), ('business', 0.85), ('enterprise', 0.7)) plans (plan, factor),
    (VALUES ('compute', 0.048), ('egress', 0.0831), ('requests', 0.000475), ('storage', 0.00219)) products (product, base);
-- New prices from June on; the ones of business were agreed in July, and some of enterprise are corrected in August.
INSERT INTO billing.prices (recorded_at, plan, product, valid_from, unit_price) VALUES
    ('2026-05-12 10:00Z', 'starter', 'compute', '2026-06-01', 0.0715), ('2026-05-12 10:00Z', 'starter', 'egress', '2026-06-01', 0.1225),
    ('2026-05-12 10:00Z', 'standard', 'compute', '2026-06-01', 0.0505), ('2026-05-12 10:00Z', 'standard', 'storage', '2026-06-01', 0.002305),
    ('2026-05-12 10:00Z', 'enterprise', 'egress', '2026-06-01', 0.0851),
    ('2026-07-09 15:00Z', 'business', 'compute', '2026-06-01', 0.039125), ('2026-07-09 15:00Z', 'business', 'egress', '2026-06-15', 0.0684),
    ('2026-08-11 11:00Z', 'enterprise', 'egress', '2026-06-01', 0.0581), ('2026-08-12 09:00Z', 'standard', 'egress', '2026-09-01', 0.0899);

INSERT INTO billing.closed_months
SELECT month, month + interval '1 month' + interval '1 day 12 hours'
FROM (VALUES (timestamptz '2026-03-01Z'), ('2026-04-01Z'), ('2026-05-01Z'), ('2026-06-01Z'), ('2026-07-01Z')) AS months (month);
DROP TABLE records, changes;
DROP FUNCTION raw.mixed;
ANALYZE;
