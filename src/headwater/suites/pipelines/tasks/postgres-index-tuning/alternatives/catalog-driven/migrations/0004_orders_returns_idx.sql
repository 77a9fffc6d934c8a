-- The sums of a month are in the index itself.
CREATE INDEX CONCURRENTLY orders_returns_idx ON app.orders (placed_at) INCLUDE (item_count, total_cents)
WHERE status = 'returned';
