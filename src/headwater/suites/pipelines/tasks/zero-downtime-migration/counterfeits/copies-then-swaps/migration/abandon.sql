DROP TABLE orders_migration.orders;
DROP FUNCTION shop.pair_amounts();
DROP SCHEMA orders_migration;
