LOCK TABLE shop.orders, shop.shipments IN ACCESS EXCLUSIVE MODE;
ALTER TABLE shop.shipments DROP CONSTRAINT shipments_order_id_fkey;
DELETE FROM shop.shipments s WHERE NOT EXISTS (SELECT FROM orders_migration.orders o WHERE o.order_id = s.order_id);
ALTER TABLE shop.shipments ADD CONSTRAINT shipments_order_id_fkey
    FOREIGN KEY (order_id) REFERENCES orders_migration.orders (order_id);
DO $$
BEGIN
    EXECUTE 'CREATE OR REPLACE VIEW finance.daily_revenue AS '
        || replace(pg_get_viewdef('finance.daily_revenue'::regclass), 'shop.orders', 'orders_migration.orders');
END
$$;
ALTER SEQUENCE shop.orders_order_id_seq OWNED BY NONE;
DROP TABLE shop.orders;
ALTER TABLE orders_migration.orders SET SCHEMA shop;
ALTER SEQUENCE shop.orders_order_id_seq OWNED BY shop.orders.order_id;
DROP SCHEMA orders_migration;
