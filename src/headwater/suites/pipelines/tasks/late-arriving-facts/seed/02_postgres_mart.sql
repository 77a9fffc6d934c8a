-- The mart and the invoices as the program made them: each night at 03:00, with the plans and prices that were current then.
CREATE TABLE mart.daily_usage (
    day date NOT NULL,
    account_id integer NOT NULL,
    product text NOT NULL,
    plan text NOT NULL,
    quantity numeric(14, 3) NOT NULL,
    amount numeric(14, 2) NOT NULL
);
CREATE TABLE mart.adjustments (
    month date NOT NULL,
    day date NOT NULL,
    account_id integer NOT NULL,
    product text NOT NULL,
    quantity numeric(14, 3) NOT NULL,
    amount numeric(14, 2) NOT NULL,
    PRIMARY KEY (month, day, account_id, product)
);

-- The last run for a day is four nights later. Invoices have what was there on the second of the next month.
CREATE TEMPORARY TABLE runs AS
SELECT 'mart' AS kind, day, least(day + 4, date '2026-08-20') + time '03:00' AS run_at
FROM (SELECT date '2026-03-01' + d AS day FROM generate_series(0, 172) d) AS days
UNION ALL
SELECT 'invoice', day, least(day + 4, (month + interval '1 month 1 day')::date) + time '03:00'
FROM (SELECT date '2026-03-01' + d AS day FROM generate_series(0, 152) d) AS days, LATERAL (SELECT date_trunc('month', day) AS month) AS months;
ALTER TABLE runs ALTER COLUMN run_at TYPE timestamptz USING run_at AT TIME ZONE 'UTC';

CREATE TEMPORARY TABLE built AS
SELECT kind, run_at, day, account_id, product, sum(quantity) AS quantity
FROM (
    SELECT DISTINCT ON (kind, record_id) kind, run_at, day, account_id, product, quantity
    FROM (SELECT u.*, (used_at AT TIME ZONE 'UTC')::date AS used_on FROM raw.usage u WHERE quantity > 0) AS usage
    JOIN runs ON day = used_on AND arrived_at < run_at
    ORDER BY kind, record_id, arrival_id
) AS first
GROUP BY kind, run_at, day, account_id, product;

CREATE TEMPORARY TABLE priced AS
SELECT kind, day, account_id, product, plan, quantity, round(quantity * unit_price, 2) AS amount
FROM built
JOIN (
    SELECT DISTINCT ON (run_at, account_id) run_at, account_id, plan
    FROM (SELECT DISTINCT run_at FROM runs) AS nights JOIN crm.plan_changes ON recorded_at < run_at
    WHERE plan IS NOT NULL ORDER BY run_at, account_id, change_id DESC
) AS plans USING (run_at, account_id)
JOIN (
    SELECT DISTINCT ON (run_at, plan, product) run_at, plan, product, unit_price
    FROM (SELECT DISTINCT run_at FROM runs) AS nights JOIN billing.prices ON recorded_at < run_at
    ORDER BY run_at, plan, product, price_id DESC
) AS prices USING (run_at, plan, product);

INSERT INTO mart.daily_usage
SELECT day, account_id, product, plan, quantity, amount FROM priced WHERE kind = 'mart' ORDER BY day, account_id, product;
ALTER TABLE mart.daily_usage ADD PRIMARY KEY (day, account_id, product);
INSERT INTO billing.invoice_lines
SELECT date_trunc('month', day), day, account_id, product, plan, quantity, amount
FROM priced WHERE kind = 'invoice' ORDER BY day, account_id, product;
CREATE INDEX invoice_lines_account_day ON billing.invoice_lines (account_id, day);

GRANT USAGE ON SCHEMA mart TO PUBLIC;
GRANT SELECT ON mart.daily_usage, mart.adjustments TO PUBLIC;

DROP TABLE runs, built, priced;
ANALYZE;
