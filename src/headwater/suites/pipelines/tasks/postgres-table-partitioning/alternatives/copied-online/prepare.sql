DROP TRIGGER IF EXISTS mirror ON social.activity;
DROP TABLE IF EXISTS social.activity_next;
CREATE TABLE social.activity_next (
    activity_id bigint NOT NULL,
    client_key uuid NOT NULL,
    occurred_at timestamptz NOT NULL DEFAULT now(),
    user_id int NOT NULL,
    post_id bigint NOT NULL REFERENCES social.posts,
    kind text NOT NULL DEFAULT 'view',
    body text,
    CONSTRAINT activity_kind CHECK (kind IN ('view', 'like', 'comment', 'share')),
    CONSTRAINT activity_body CHECK ((kind = 'comment') = (body IS NOT NULL)),
    PRIMARY KEY (activity_id, occurred_at),
    UNIQUE (client_key, occurred_at)
) PARTITION BY RANGE (occurred_at);
COMMENT ON TABLE social.activity_next IS 'What people do, as phones record it.';
COMMENT ON COLUMN social.activity_next.client_key IS 'Given by the phone; the same when it sends an event again.';
COMMENT ON COLUMN social.activity_next.occurred_at IS 'By the phone''s clock, which may be wrong.';
COMMENT ON COLUMN social.activity_next.body IS 'Text of a comment.';
CREATE INDEX ON social.activity_next (user_id, occurred_at DESC);
CREATE INDEX ON social.activity_next (post_id, kind);
CREATE TABLE social.activity_default PARTITION OF social.activity_next DEFAULT;
DO $$
BEGIN
    FOR n IN 0..19 LOOP
        EXECUTE format(
            'CREATE TABLE social.%I PARTITION OF social.activity_next FOR VALUES FROM (%L) TO (%L)',
            to_char(date '2025-01-01' + n * interval '1 month', '"activity_"YYYY_MM'),
            to_char(date '2025-01-01' + n * interval '1 month', 'YYYY-MM-DD"Z"'),
            to_char(date '2025-01-01' + (n + 1) * interval '1 month', 'YYYY-MM-DD"Z"')
        );
    END LOOP;
END
$$;
CREATE OR REPLACE FUNCTION social.mirror() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'DELETE' THEN
        DELETE FROM social.activity_next WHERE activity_id = old.activity_id AND occurred_at = old.occurred_at;
    ELSE
        INSERT INTO social.activity_next SELECT new.* ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER mirror AFTER INSERT OR DELETE ON social.activity FOR EACH ROW EXECUTE FUNCTION social.mirror();
