-- Create indexes for the five queries in queries/. CONCURRENTLY does not block writes to orders, but requires that
-- this file runs outside of a transaction.

-- An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind, which IF NOT EXISTS would keep.
SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %s', indexrelid::regclass)
FROM pg_index
WHERE indrelid = 'app.orders'::regclass AND NOT indisvalid
\gexec

CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_user_placed_idx ON app.orders (user_id, placed_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_placed_idx ON app.orders (placed_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_status_placed_idx ON app.orders (status, placed_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_email_idx ON app.orders (lower(contact_email));

-- The planner has no statistics on lower(contact_email) before ANALYZE.
ANALYZE app.orders;
