CREATE PUBLICATION posts_cdc;

CREATE FUNCTION app.post_key(p app.posts) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT p.board || '/' || p.number $$;

CREATE FUNCTION app.post_json(p app.posts) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT to_jsonb(p) - 'author_ip' || jsonb_build_object(
        'rating', p.rating::text,
        'posted_at', to_char(p.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
$$;

CREATE FUNCTION app.post_cdc() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    op text := lower(TG_OP);
BEGIN
    IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND app.post_key(OLD) <> app.post_key(NEW) THEN
        PERFORM pg_logical_emit_message(
            true, 'posts_cdc', jsonb_build_object('op', 'delete', 'key', app.post_key(OLD), 'post', NULL)::text);
        op := 'insert';
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_logical_emit_message(
            true, 'posts_cdc', jsonb_build_object('op', op, 'key', app.post_key(NEW), 'post', app.post_json(NEW))::text);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER posts_cdc AFTER INSERT OR UPDATE OR DELETE ON app.posts FOR EACH ROW EXECUTE FUNCTION app.post_cdc();
