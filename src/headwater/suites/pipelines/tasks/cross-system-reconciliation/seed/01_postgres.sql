-- The ledger of Havnepay has 4,000 card payments in harbours between January and June 2026.
CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE app.transactions (
    transaction_id bigint PRIMARY KEY,
    merchant_id integer NOT NULL,
    amount numeric(18, 2) NOT NULL CHECK (amount >= 0),
    currency text,
    status text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(0) NOT NULL,
    updated_at timestamptz(0) NOT NULL
);

COMMENT ON TABLE app.transactions IS 'The source of truth: one row for each payment, as it is now.';
COMMENT ON COLUMN app.transactions.currency IS 'Null for terminals of before 2020, which do not say.';
COMMENT ON COLUMN app.transactions.version IS 'Raised by one with each change of a payment, from 1.';

WITH numbered AS (
    SELECT n, n * 48271 % 2147483647 AS h, n * 69621 % 2147483647 AS g
    FROM generate_series(1, 4000) AS n
), told AS (
    SELECT n, h, g,
        CASE WHEN h % 60 BETWEEN 51 AND 53 THEN 850 + h % 60 ELSE 201 + h % 60 END AS merchant_id,
        CASE WHEN h % 100 < 6 THEN 'authorized' WHEN h % 100 < 84 THEN 'settled'
             WHEN h % 100 < 96 THEN 'refunded' ELSE 'chargeback' END AS status,
        timestamptz '2026-01-01 00:00:00+00' + make_interval(secs => n * 3888 + g % 3000) AS created_at
    FROM numbered
)
INSERT INTO app.transactions
SELECT 100000 + n, merchant_id,
    CASE WHEN n % 401 = 0 THEN 70000000000 + n + 0.07 ELSE (500 + g % 240000) / 100.0 END,
    CASE WHEN g % 50 = 0 THEN NULL WHEN g % 50 < 30 THEN 'DKK' WHEN g % 50 < 40 THEN 'EUR'
         WHEN g % 50 < 46 THEN 'SEK' ELSE 'NOK' END,
    status,
    CASE status WHEN 'authorized' THEN 1 WHEN 'settled' THEN 2 ELSE 3 END,
    created_at,
    created_at + CASE status WHEN 'authorized' THEN interval '0' WHEN 'settled' THEN interval '3 hours'
                             ELSE interval '9 days' END
FROM told;
