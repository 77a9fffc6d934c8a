CREATE SCHEMA app;

CREATE TABLE app.order_archive (position bigint PRIMARY KEY, message text NOT NULL);

CREATE TABLE app.order_snapshots (
    order_id text PRIMARY KEY,
    customer text NOT NULL,
    status text NOT NULL,
    items integer NOT NULL,
    total numeric(12, 2) NOT NULL,
    paid numeric(12, 2) NOT NULL,
    last_seq integer NOT NULL,
    changed_at timestamptz NOT NULL
);

CREATE TABLE app.replay_progress (partition integer PRIMARY KEY, next_offset bigint NOT NULL);
