DO $do$
DECLARE
    tries int := 0;
    step int := 0;
BEGIN
    WHILE step < 2 LOOP
        BEGIN
            SET LOCAL lock_timeout = '350ms';
            IF step = 0 THEN
                ALTER TABLE shop.orders VALIDATE CONSTRAINT orders_is_filled;
                ALTER TABLE shop.orders VALIDATE CONSTRAINT orders_amount_sign;
                ALTER TABLE shop.orders VALIDATE CONSTRAINT orders_currency_fkey;
            ELSE
                -- The validated constraint proves it, so that no row is read under this lock.
                ALTER TABLE shop.orders ALTER amount_minor SET NOT NULL, ALTER currency SET NOT NULL;
                ALTER TABLE shop.orders DROP CONSTRAINT orders_is_filled;
            END IF;
            step := step + 1;
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
