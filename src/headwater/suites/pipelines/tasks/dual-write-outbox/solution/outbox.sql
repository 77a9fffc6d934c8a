CREATE SCHEMA IF NOT EXISTS outbox;

-- What has to be sent, in the order of `position`. Positions of one subscription follow its versions, because a
-- transaction takes them while it has locked the row of the subscription.
CREATE TABLE IF NOT EXISTS outbox.events (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    subscription bigint NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    occurred_at timestamptz NOT NULL,
    body text NOT NULL,
    voids uuid
);

-- Events that the person on call has decided never to send.
CREATE TABLE IF NOT EXISTS outbox.set_aside (event_id uuid PRIMARY KEY, subscription bigint NOT NULL, version integer NOT NULL);

CREATE OR REPLACE FUNCTION outbox.utc(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

CREATE OR REPLACE FUNCTION outbox.state(
    account text, plan text, seats integer, status text, trial_ends date, terms text, mrr numeric
) RETURNS json LANGUAGE sql STABLE AS $$
    SELECT json_build_object(
        'account', account, 'plan', plan, 'seats', seats, 'status', status, 'trial_ends', trial_ends, 'terms', terms,
        'mrr', mrr::text
    )
$$;

-- Put changes of the audit trail into the outbox, under new ids if theirs are spent.
CREATE OR REPLACE FUNCTION outbox.put(subscriptions bigint[], versions integer[], spent uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO outbox.events (event_id, subscription, version, type, occurred_at, body)
    SELECT CASE WHEN c.event_id IS NOT NULL AND c.event_id <> ALL (spent) THEN c.event_id ELSE gen_random_uuid() END, c.subscription, c.version, c.kind, c.changed_at,
        json_build_object(
            'subscription', 'sub-' || c.subscription, 'version', c.version, 'type', c.kind,
            'occurred_at', outbox.utc(c.changed_at),
            'state', outbox.state(c.account, c.plan, c.seats, c.status, c.trial_ends, c.terms, c.mrr),
            'mrr_delta', (c.mrr - coalesce(b.mrr, 0))::text
        )::text
    FROM unnest(subscriptions, versions) AS n (subscription, version)
    JOIN audit.changes c USING (subscription, version)
    LEFT JOIN audit.changes b ON b.subscription = n.subscription AND b.version = n.version - 1
    ORDER BY c.change
$$;

-- Put a void for each of the given events into the outbox, with the subscription as it is now.
CREATE OR REPLACE FUNCTION outbox.void(subscriptions bigint[], events uuid[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO outbox.events (event_id, subscription, version, type, occurred_at, voids, body)
    SELECT gen_random_uuid(), n.subscription, coalesce(s.version, 0), 'voided', now(), n.voids,
        json_build_object(
            'subscription', 'sub-' || n.subscription, 'version', coalesce(s.version, 0), 'type', 'voided',
            'occurred_at', outbox.utc(now()), 'voids', n.voids,
            'state', CASE WHEN s.id IS NOT NULL
                THEN outbox.state(s.account, s.plan, s.seats, s.status, s.trial_ends, s.terms, s.mrr) END
        )::text
    FROM unnest(subscriptions, events) AS n (subscription, voids)
    LEFT JOIN app.subscriptions s ON s.id = n.subscription
$$;

CREATE OR REPLACE FUNCTION outbox.on_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM outbox.put(ARRAY[NEW.id], ARRAY[NEW.version], '{}');
    RETURN NULL;
END
$$;

-- Triggers fire in the order of their names: this one after `record`, which writes the row of the audit trail.
CREATE OR REPLACE TRIGGER to_outbox AFTER INSERT OR UPDATE ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION outbox.on_change();
