-- This script reverts migrations/0001_order_indexes.sql; run it outside of a transaction.
DROP INDEX CONCURRENTLY IF EXISTS app.orders_user_placed_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_placed_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_status_placed_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_email_idx;
