-- One transaction: release 2 writes as soon as the column is committed, and then needs the trigger.
ALTER TABLE shop.orders ADD COLUMN amount_minor bigint;
COMMENT ON COLUMN shop.orders.amount_minor IS 'In minor units of the currency (shop.currencies.minor_units).';

-- Keeps amount and amount_minor the same, whichever of them a release writes, and fills in what a row lacks.
CREATE FUNCTION shop.sync_order_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    units int;
    is_minor_written boolean;
BEGIN
    IF new.currency IS NULL THEN
        IF new.market = 'hr' AND new.created_at < '2023-01-01 00:00:00+00' THEN
            new.currency := 'HRK';
        ELSE
            SELECT m.currency INTO new.currency FROM shop.markets m WHERE m.market = new.market;
        END IF;
    END IF;
    SELECT c.minor_units INTO units FROM shop.currencies c WHERE c.code = new.currency;
    IF tg_op = 'INSERT' THEN
        is_minor_written := new.amount IS NULL AND new.amount_minor IS NOT NULL;
    ELSIF new.amount IS DISTINCT FROM old.amount THEN
        is_minor_written := false;
    ELSIF new.amount_minor IS NOT NULL AND new.amount_minor IS NOT DISTINCT FROM old.amount_minor THEN
        RETURN new;
    ELSE
        is_minor_written := new.amount_minor IS NOT NULL;
    END IF;
    IF is_minor_written THEN
        new.amount := new.amount_minor / 10::numeric ^ units;
    ELSIF new.amount IS NULL OR new.amount = 'NaN' THEN
        new.amount_minor := 0;
    ELSE
        new.amount_minor := round(new.amount::numeric, units) * 10::numeric ^ units;
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER sync_order_amounts BEFORE INSERT OR UPDATE ON shop.orders
FOR EACH ROW EXECUTE FUNCTION shop.sync_order_amounts();

ALTER TABLE shop.orders
    ADD CONSTRAINT orders_amount_minor_not_null NOT NULL amount_minor NOT VALID,
    ADD CONSTRAINT orders_currency_not_null NOT NULL currency NOT VALID,
    ADD CONSTRAINT orders_currency_fkey FOREIGN KEY (currency) REFERENCES shop.currencies NOT VALID,
    ADD CONSTRAINT orders_amount_sign CHECK (
        created_at < '2021-01-01 00:00:00+00'
        OR CASE kind WHEN 'refund' THEN amount_minor <= 0 ELSE amount_minor >= 0 END
    ) NOT VALID;
