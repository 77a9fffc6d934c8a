CREATE SCHEMA transfer;

CREATE TABLE transfer.outbox (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    op text NOT NULL,
    key text NOT NULL,
    post jsonb
);

-- Microseconds since 1970, so that positions are larger than those before a removal.
SELECT setval(pg_get_serial_sequence('transfer.outbox', 'position'), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

CREATE FUNCTION transfer.key_of(p app.posts) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT p.board || '/' || p.number $$;

CREATE FUNCTION transfer.as_json(p app.posts) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT to_jsonb(p) - 'author_ip' || jsonb_build_object(
        'rating', p.rating::text,
        'posted_at', to_char(p.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
$$;

CREATE FUNCTION transfer.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    moves boolean := TG_OP = 'UPDATE' AND (OLD.board, OLD.number) IS DISTINCT FROM (NEW.board, NEW.number);
BEGIN
    IF TG_OP = 'DELETE' OR moves THEN
        INSERT INTO transfer.outbox (op, key) VALUES ('delete', transfer.key_of(OLD));
    END IF;
    IF TG_OP = 'INSERT' OR moves THEN
        INSERT INTO transfer.outbox (op, key, post) VALUES ('insert', transfer.key_of(NEW), transfer.as_json(NEW));
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO transfer.outbox (op, key, post) VALUES ('update', transfer.key_of(NEW), transfer.as_json(NEW));
    END IF;
    RETURN NULL;
END
$$;

-- Writers wait from here until all posts are in the outbox.
CREATE TRIGGER posts_to_outbox AFTER INSERT OR UPDATE OR DELETE ON app.posts FOR EACH ROW EXECUTE FUNCTION transfer.note();

INSERT INTO transfer.outbox (op, key, post) SELECT 'read', transfer.key_of(p), transfer.as_json(p) FROM app.posts p;
