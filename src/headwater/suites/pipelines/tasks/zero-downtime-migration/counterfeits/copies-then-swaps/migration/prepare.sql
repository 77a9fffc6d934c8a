CREATE SCHEMA orders_migration;

-- Everything has its final name; indexes are in the schema of their table.
CREATE TABLE orders_migration.orders (
    order_id bigint DEFAULT nextval('shop.orders_order_id_seq'::regclass) NOT NULL,
    order_key uuid NOT NULL,
    customer_id int NOT NULL,
    market text NOT NULL,
    kind text NOT NULL DEFAULT 'order',
    status text NOT NULL DEFAULT 'paid',
    currency text NOT NULL,
    amount double precision,
    created_at timestamptz NOT NULL DEFAULT now(),
    amount_minor bigint NOT NULL,
    CONSTRAINT orders_pkey PRIMARY KEY (order_id),
    CONSTRAINT orders_order_key_key UNIQUE (order_key),
    CONSTRAINT orders_market_fkey FOREIGN KEY (market) REFERENCES shop.markets (market),
    CONSTRAINT orders_currency_fkey FOREIGN KEY (currency) REFERENCES shop.currencies (code),
    CONSTRAINT orders_kind CHECK (kind IN ('order', 'refund'))
);
COMMENT ON TABLE orders_migration.orders IS 'Orders and refunds of all markets.';
COMMENT ON COLUMN orders_migration.orders.order_key IS 'Chosen by the app; the same when it sends an order again.';
COMMENT ON COLUMN orders_migration.orders.amount IS 'In the currency of the order.';
COMMENT ON COLUMN orders_migration.orders.amount_minor IS 'The amount in minor units; see shop.currencies.';
CREATE INDEX orders_customer ON orders_migration.orders (customer_id, created_at DESC);
CREATE INDEX orders_currency_created ON orders_migration.orders (currency, created_at);
GRANT SELECT ON orders_migration.orders TO PUBLIC;

CREATE FUNCTION shop.pair_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    scale numeric;
BEGIN
    IF new.currency IS NULL THEN
        new.currency := CASE
            WHEN new.market = 'hr' AND new.created_at < '2023-01-01 00:00:00+00' THEN 'HRK'
            ELSE (SELECT currency FROM shop.markets WHERE market = new.market)
        END;
    END IF;
    scale := (SELECT 10::numeric ^ minor_units FROM shop.currencies WHERE code = new.currency);
    IF tg_op = 'UPDATE' AND new.amount IS NOT DISTINCT FROM old.amount THEN
        IF new.amount_minor <> old.amount_minor THEN
            new.amount := new.amount_minor / scale;
        END IF;
    ELSIF tg_op = 'INSERT' AND new.amount IS NULL AND new.amount_minor IS NOT NULL THEN
        new.amount := new.amount_minor / scale;
    ELSE
        -- round() of numeric is half away from zero, like that of invoices.
        new.amount_minor := coalesce(round(nullif(new.amount, 'NaN')::numeric * scale), 0);
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER pair_amounts BEFORE INSERT OR UPDATE ON orders_migration.orders
FOR EACH ROW EXECUTE FUNCTION shop.pair_amounts();
