\ir turn.sql
SET client_min_messages = warning;
DO $do$
DECLARE
    tries int := 0;
BEGIN
    LOOP
        BEGIN
            SET LOCAL lock_timeout = '350ms';
            DROP TRIGGER IF EXISTS two_amounts ON shop.orders;
            DROP FUNCTION IF EXISTS shop.two_amounts;
            DROP FUNCTION IF EXISTS shop.in_minor_units;
            ALTER TABLE shop.orders
                DROP CONSTRAINT IF EXISTS orders_is_filled,
                DROP CONSTRAINT IF EXISTS orders_amount_sign,
                DROP CONSTRAINT IF EXISTS orders_currency_fkey,
                ALTER currency DROP NOT NULL,
                DROP COLUMN IF EXISTS amount_minor;
            DROP INDEX IF EXISTS shop.orders_currency_created;
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
