CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_status_placed_idx ON app.orders (status, placed_at);
