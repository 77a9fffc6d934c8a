CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_placed_idx ON app.orders (placed_at);
