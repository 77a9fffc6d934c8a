-- The order table, as a new environment gets it before the first migration.
CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE IF NOT EXISTS app.orders (
    order_id bigint PRIMARY KEY,
    user_id integer,                      -- NULL: ordered as a guest
    contact_email text NOT NULL,          -- as it was typed
    status text NOT NULL,
    channel text NOT NULL,
    item_count smallint NOT NULL,
    total_cents integer NOT NULL,
    placed_at timestamptz NOT NULL,
    note text
);
