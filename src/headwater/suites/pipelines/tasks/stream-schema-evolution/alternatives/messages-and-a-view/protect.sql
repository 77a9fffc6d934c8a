-- Nobody changes a schema of this registry again.
CREATE FUNCTION registry.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'schema % is registered and stays as it is', OLD.number;
END
$$;

CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON registry.schemas FOR EACH ROW EXECUTE FUNCTION registry.refuse();
