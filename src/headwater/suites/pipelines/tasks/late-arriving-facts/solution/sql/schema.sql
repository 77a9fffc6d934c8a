-- What is due for each day, closed or not.
CREATE TABLE IF NOT EXISTS mart.due (
    account_id integer NOT NULL,
    product text NOT NULL,
    day date NOT NULL,
    plan text NOT NULL,
    quantity numeric(14, 3) NOT NULL,
    amount numeric(14, 2) NOT NULL,
    PRIMARY KEY (account_id, day, product)
);
CREATE INDEX IF NOT EXISTS due_prices ON mart.due (product, plan, day);
CREATE INDEX IF NOT EXISTS daily_usage_account ON mart.daily_usage (account_id, day);
CREATE INDEX IF NOT EXISTS adjustments_month ON mart.adjustments (month);
-- The last rows of the sources that the mart has, and the month that was open then.
CREATE TABLE IF NOT EXISTS mart.positions (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    open_month date NOT NULL,
    arrival_id bigint NOT NULL,
    change_id bigint NOT NULL,
    price_id bigint NOT NULL
);
