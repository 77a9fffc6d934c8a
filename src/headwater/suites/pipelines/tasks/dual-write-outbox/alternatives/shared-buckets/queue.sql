CREATE SCHEMA IF NOT EXISTS relay;

CREATE TABLE IF NOT EXISTS relay.queue (
    id bigint GENERATED ALWAYS AS IDENTITY,
    bucket integer NOT NULL GENERATED ALWAYS AS (subscription % 8) STORED,
    event_id uuid NOT NULL UNIQUE,
    subscription bigint NOT NULL,
    version integer NOT NULL,
    voids uuid,
    state jsonb,
    queued_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (bucket, id)
);

CREATE TABLE IF NOT EXISTS relay.dismissed (event_id uuid PRIMARY KEY, subscription bigint NOT NULL, version integer NOT NULL);

CREATE OR REPLACE FUNCTION relay.enqueue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO relay.queue (event_id, subscription, version)
    SELECT c.event_id, c.subscription, c.version
    FROM changed n JOIN audit.changes c ON c.subscription = n.id AND c.version = n.version
    ORDER BY c.change;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER enqueue_new AFTER INSERT ON app.subscriptions
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relay.enqueue();

CREATE OR REPLACE TRIGGER enqueue_changed AFTER UPDATE ON app.subscriptions
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relay.enqueue();
