DROP TRIGGER mirror ON shop.orders;
ALTER TABLE shop.shipments DROP CONSTRAINT IF EXISTS shipments_next_fkey;
DROP TABLE orders_migration.orders;
DROP FUNCTION orders_migration.mirror();
DROP FUNCTION shop.pair_amounts();
DROP SCHEMA orders_migration;
