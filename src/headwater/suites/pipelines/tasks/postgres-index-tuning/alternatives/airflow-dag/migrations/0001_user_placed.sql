CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_user_placed_idx ON app.orders (user_id, placed_at DESC);
