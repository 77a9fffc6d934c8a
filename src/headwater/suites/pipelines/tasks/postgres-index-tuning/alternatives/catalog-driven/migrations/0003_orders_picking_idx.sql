-- Few orders wait for picking at any time.
CREATE INDEX CONCURRENTLY orders_picking_idx ON app.orders (placed_at) WHERE status = 'awaiting_pick';
