CREATE SCHEMA transfer;

CREATE FUNCTION transfer.as_json(p app.posts) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT to_jsonb(p) - 'author_ip' || jsonb_build_object(
        'rating', p.rating::text,
        'posted_at', to_char(p.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
$$;

CREATE TABLE transfer.outbox (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, op text, key text, post jsonb);

CREATE TABLE transfer.last AS SELECT 0::bigint AS position;

CREATE FUNCTION transfer.note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moves boolean := false;
BEGIN
    IF TG_OP = 'DELETE' OR moves THEN
        INSERT INTO transfer.outbox (op, key) VALUES ('delete', OLD.board || '/' || OLD.number);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO transfer.outbox (op, key, post)
        VALUES (CASE WHEN moves THEN 'insert' ELSE lower(TG_OP) END, NEW.board || '/' || NEW.number, transfer.as_json(NEW));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER posts_to_outbox AFTER INSERT OR UPDATE OR DELETE ON app.posts FOR EACH ROW EXECUTE FUNCTION transfer.note();

INSERT INTO transfer.outbox (op, key, post) SELECT 'read', board || '/' || number, transfer.as_json(p) FROM app.posts p;
