LOCK TABLE shop.orders, shop.shipments IN ACCESS EXCLUSIVE MODE;
ALTER TABLE shop.shipments DROP CONSTRAINT shipments_order_id_fkey;
ALTER TABLE shop.shipments RENAME CONSTRAINT shipments_next_fkey TO shipments_order_id_fkey;
DO $$
BEGIN
    EXECUTE 'CREATE OR REPLACE VIEW finance.daily_revenue AS '
        || replace(pg_get_viewdef('finance.daily_revenue'::regclass), 'shop.orders', 'orders_migration.orders');
END
$$;
ALTER SEQUENCE shop.orders_order_id_seq OWNED BY NONE;
DROP TABLE shop.orders;
DROP FUNCTION orders_migration.mirror();
ALTER TABLE orders_migration.orders SET SCHEMA shop;
ALTER SEQUENCE shop.orders_order_id_seq OWNED BY shop.orders.order_id;
DROP SCHEMA orders_migration;
