-- Guests have no account page.
CREATE INDEX CONCURRENTLY orders_user_latest_idx ON app.orders (user_id, placed_at DESC) WHERE user_id IS NOT NULL;
