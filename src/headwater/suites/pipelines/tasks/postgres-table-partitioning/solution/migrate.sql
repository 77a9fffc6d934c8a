-- Convert the table to a partitioned one in a single transaction: writers wait for a few seconds, and an interrupted migration
-- is rolled back. A table that is already partitioned is left unchanged.
SET timezone = 'UTC';
BEGIN;

LOCK TABLE social.activity, social.reports IN ACCESS EXCLUSIVE MODE;

SELECT relkind = 'p' AS migrated FROM pg_class WHERE oid = 'social.activity'::regclass \gset
\if :migrated
    ROLLBACK;
    \quit
\endif

ALTER TABLE social.reports DROP CONSTRAINT reports_activity_id_fkey;
ALTER TABLE social.activity RENAME TO activity_before;
ALTER SEQUENCE social.activity_activity_id_seq RENAME TO activity_before_activity_id_seq;

CREATE TABLE social.activity (
    LIKE social.activity_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS INCLUDING IDENTITY
) PARTITION BY RANGE (occurred_at);

COMMENT ON TABLE social.activity IS 'What people do, as phones record it.';

CREATE TABLE social.activity_default PARTITION OF social.activity DEFAULT;

-- Create a partition for each month with more than a few rows from wrong clocks, the current month and three more.
DO $$
DECLARE
    month timestamptz;
BEGIN
    FOR month IN
        SELECT date_trunc('month', occurred_at) FROM social.activity_before
        WHERE occurred_at BETWEEN '2024-12-01' AND '2026-05-01'
        UNION
        SELECT generate_series(timestamptz '2026-05-01', timestamptz '2026-08-01', interval '1 month')
    LOOP
        EXECUTE format(
            'CREATE TABLE social.%I PARTITION OF social.activity FOR VALUES FROM (%L) TO (%L)',
            to_char(month, '"activity_"YYYY_MM'), month, month + interval '1 month'
        );
    END LOOP;
END
$$;

INSERT INTO social.activity (activity_id, client_key, occurred_at, user_id, post_id, kind, body)
SELECT activity_id, client_key, occurred_at, user_id, post_id, kind, body FROM social.activity_before;

SELECT setval(
    pg_get_serial_sequence('social.activity', 'activity_id'), nextval('social.activity_before_activity_id_seq')
);

-- A report knows when its activity occurred, because the foreign key needs the partition key. A trigger sets the time,
-- since the old statement does not.
ALTER TABLE social.reports ADD COLUMN occurred_at timestamptz;
COMMENT ON COLUMN social.reports.occurred_at IS 'Of the activity; set by a trigger.';
UPDATE social.reports r SET occurred_at = b.occurred_at FROM social.activity_before b WHERE b.activity_id = r.activity_id;

DROP TABLE social.activity_before;

ALTER TABLE social.activity ADD CONSTRAINT activity_pkey PRIMARY KEY (activity_id, occurred_at);
ALTER TABLE social.activity ADD CONSTRAINT activity_client_key_key UNIQUE (client_key, occurred_at);
ALTER TABLE social.activity ADD FOREIGN KEY (post_id) REFERENCES social.posts;
CREATE INDEX activity_user ON social.activity (user_id, occurred_at DESC);
CREATE INDEX activity_post ON social.activity (post_id, kind);
CREATE INDEX activity_time ON social.activity (occurred_at);
CREATE TRIGGER count_activity AFTER INSERT ON social.activity FOR EACH ROW EXECUTE FUNCTION social.count_activity();
GRANT SELECT ON social.activity TO PUBLIC;

CREATE FUNCTION social.time_of_reported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.activity_id IS NOT NULL THEN
        SELECT occurred_at INTO new.occurred_at FROM social.activity WHERE activity_id = new.activity_id;
        IF NOT FOUND THEN
            RAISE foreign_key_violation USING MESSAGE = format('there is no activity %s', new.activity_id);
        END IF;
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER time_of_reported BEFORE INSERT ON social.reports
FOR EACH ROW EXECUTE FUNCTION social.time_of_reported();
ALTER TABLE social.reports ADD CONSTRAINT reports_activity_id_fkey
    FOREIGN KEY (activity_id, occurred_at) REFERENCES social.activity (activity_id, occurred_at)
    ON DELETE SET NULL (activity_id);
DROP INDEX social.reports_activity;
CREATE INDEX reports_activity ON social.reports (activity_id, occurred_at);

COMMIT;

ANALYZE social.activity;
ANALYZE social.reports;
