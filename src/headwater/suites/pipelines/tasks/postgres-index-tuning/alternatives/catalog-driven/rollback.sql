-- Drop the indexes in migrations/; run this outside of a transaction. The next `bash migrate.sh` builds them again.
DROP INDEX CONCURRENTLY IF EXISTS app.orders_email_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_returns_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_picking_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_placed_idx;
DROP INDEX CONCURRENTLY IF EXISTS app.orders_user_latest_idx;
