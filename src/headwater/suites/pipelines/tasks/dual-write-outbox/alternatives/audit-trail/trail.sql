CREATE SCHEMA trail;

-- Every row of the audit trail up to `sent_until` is done. Of those after it, the rows in trail.sent are.
CREATE TABLE trail.progress (sent_until bigint NOT NULL);

INSERT INTO trail.progress SELECT coalesce(max(change), 0) FROM audit.changes;

CREATE TABLE trail.sent (change bigint PRIMARY KEY);

-- What repairs send, with numbers of the same sequence as the rows of the audit trail.
CREATE TABLE trail.repairs (
    number bigint PRIMARY KEY,
    event_id uuid NOT NULL UNIQUE,
    subscription bigint NOT NULL,
    version integer NOT NULL,
    voids uuid,
    state jsonb,
    made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE trail.set_aside (event_id uuid PRIMARY KEY, subscription bigint NOT NULL, version integer NOT NULL);
