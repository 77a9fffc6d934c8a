DO $do$
DECLARE
    tries int := 0;
BEGIN
    LOOP
        BEGIN
            SET LOCAL lock_timeout = '350ms';
            ALTER TABLE shop.orders ADD COLUMN amount_minor bigint;
            COMMENT ON COLUMN shop.orders.amount_minor IS 'The amount, counted in minor units of the currency.';

            CREATE FUNCTION shop.in_minor_units(amount double precision, units int) RETURNS bigint
            LANGUAGE sql IMMUTABLE AS $f$
                SELECT CASE WHEN amount = 'NaN' OR amount IS NULL THEN 0
                            ELSE trunc(round(amount::numeric, units) * power(10::numeric, units))::bigint END
            $f$;

            CREATE FUNCTION shop.two_amounts() RETURNS trigger LANGUAGE plpgsql AS $f$
            DECLARE
                units int;
                is_new boolean := tg_op = 'INSERT';
            BEGIN
                IF current_setting('shop.filling', true) = 'on' THEN
                    RETURN new;
                END IF;
                new.currency := coalesce(
                    new.currency,
                    CASE WHEN new.market = 'hr' AND new.created_at < timestamptz '2023-01-01 00:00:00+00' THEN 'HRK' END,
                    (SELECT m.currency FROM shop.markets m WHERE m.market = new.market)
                );
                units := (SELECT minor_units FROM shop.currencies WHERE code = new.currency);
                IF is_new THEN
                    IF new.amount IS NULL AND new.amount_minor IS NOT NULL THEN
                        new.amount := (new.amount_minor / power(10::numeric, units))::double precision;
                    ELSE
                        new.amount_minor := shop.in_minor_units(new.amount, units);
                    END IF;
                ELSIF new.amount IS DISTINCT FROM old.amount THEN
                    new.amount_minor := shop.in_minor_units(new.amount, units);
                ELSIF new.amount_minor IS DISTINCT FROM old.amount_minor THEN
                    new.amount := (new.amount_minor / power(10::numeric, units))::double precision;
                ELSIF new.amount_minor IS NULL THEN
                    new.amount_minor := shop.in_minor_units(new.amount, units);
                END IF;
                RETURN new;
            END
            $f$;
            CREATE TRIGGER two_amounts BEFORE INSERT OR UPDATE ON shop.orders
            FOR EACH ROW EXECUTE FUNCTION shop.two_amounts();

            ALTER TABLE shop.orders ADD CONSTRAINT orders_is_filled
                CHECK (amount_minor IS NOT NULL AND currency IS NOT NULL) NOT VALID;
            ALTER TABLE shop.orders ADD CONSTRAINT orders_amount_sign CHECK (
                (kind = 'order' AND amount_minor >= 0) OR (kind = 'refund' AND amount_minor <= 0)
                OR created_at < timestamptz '2021-01-01 00:00:00+00'
            ) NOT VALID;
            ALTER TABLE shop.orders ADD CONSTRAINT orders_currency_fkey
                FOREIGN KEY (currency) REFERENCES shop.currencies NOT VALID;
            RETURN;
        EXCEPTION WHEN lock_not_available THEN
            tries := tries + 1;
            IF tries > 200 THEN
                RAISE;
            END IF;
        END;
        COMMIT;
        PERFORM pg_sleep(0.2);
        COMMIT;
    END LOOP;
END
$do$;
