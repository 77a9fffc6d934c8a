-- Orders lie on disk roughly in the order in which they were placed, so that a summary of each eight pages suffices.
CREATE INDEX CONCURRENTLY orders_placed_idx ON app.orders
USING brin (placed_at) WITH (pages_per_range = 8, autosummarize = on);
