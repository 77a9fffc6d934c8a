CREATE TABLE IF NOT EXISTS mart.records (
    record_id text PRIMARY KEY,
    account_id integer NOT NULL,
    product text NOT NULL,
    day date NOT NULL,
    quantity numeric(14, 3) NOT NULL
);
CREATE INDEX IF NOT EXISTS records_account_day ON mart.records (account_id, day, product) INCLUDE (quantity);
CREATE INDEX IF NOT EXISTS records_day ON mart.records (day);
CREATE TABLE IF NOT EXISTS mart.plan_periods (account_id integer NOT NULL, plan text NOT NULL, days daterange NOT NULL);
CREATE TABLE IF NOT EXISTS mart.price_periods (
    plan text NOT NULL, product text NOT NULL, unit_price numeric(12, 6) NOT NULL, days daterange NOT NULL
);
CREATE TABLE IF NOT EXISTS mart.positions (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    open_month date NOT NULL,
    arrival_id bigint NOT NULL,
    change_id bigint NOT NULL,
    price_id bigint NOT NULL
);

DO $$
BEGIN
    IF (SELECT relkind = 'r' FROM pg_class WHERE oid = 'mart.daily_usage'::regclass) THEN
        DROP TABLE mart.daily_usage;
        CREATE VIEW mart.due AS
        SELECT r.day, r.account_id, r.product, coalesce(p.plan, 'unassigned') AS plan, r.quantity::numeric(14, 3) AS quantity,
            coalesce(round(r.quantity * u.unit_price, 2), 0)::numeric(14, 2) AS amount
        FROM (SELECT day, account_id, product, sum(quantity) AS quantity FROM mart.records GROUP BY day, account_id, product) AS r
        LEFT JOIN mart.plan_periods p ON p.account_id = r.account_id AND p.days @> r.day
        LEFT JOIN mart.price_periods u ON u.plan = p.plan AND u.product = r.product AND u.days @> r.day;

        CREATE VIEW mart.daily_usage AS
        SELECT day, account_id, product, plan, quantity, amount
        FROM mart.due
        WHERE day >= coalesce((SELECT max(month) + interval '1 month' FROM billing.closed_months), '-infinity')
        UNION ALL
        SELECT day, account_id, product, plan, quantity, amount
        FROM billing.invoice_lines
        WHERE month = date_trunc('month', day);
        GRANT SELECT ON mart.daily_usage TO PUBLIC;
    END IF;
END
$$;
