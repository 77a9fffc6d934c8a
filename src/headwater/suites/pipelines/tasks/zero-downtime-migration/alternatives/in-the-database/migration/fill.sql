DO $do$
DECLARE
    last bigint := 0;
    upto bigint;
    rows int;
    passed bigint := 0;
    total bigint := (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'shop.orders'::regclass);
BEGIN
    LOOP
        SELECT max(order_id), count(*) INTO upto, rows
        FROM (SELECT order_id FROM shop.orders WHERE order_id > last ORDER BY order_id LIMIT 3000) batch;
        EXIT WHEN rows = 0;
        SET LOCAL shop.filling = 'on';
        UPDATE shop.orders o
        SET currency = c.code, amount_minor = shop.in_minor_units(o.amount, c.minor_units)
        FROM shop.markets m, shop.currencies c
        WHERE o.order_id > last AND o.order_id <= upto AND o.amount_minor IS NULL AND m.market = o.market
          AND c.code = coalesce(
              o.currency, CASE WHEN o.market = 'hr' AND o.created_at < '2023-01-01 00:00:00+00' THEN 'HRK' END, m.currency
          );
        COMMIT;
        last := upto;
        passed := passed + rows;
        RAISE NOTICE 'filled=% of %', passed, greatest(total, passed);
    END LOOP;
END
$do$;
