CREATE INDEX parcels_updated_at ON app.parcels (updated_at);

CREATE INDEX deleted_parcels_deleted_at ON app.deleted_parcels (deleted_at);

CREATE FUNCTION app.stamp_parcel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        NEW.revision := OLD.revision + 1;
    ELSE
        NEW.revision := 1 + coalesce((SELECT max(revision) FROM app.deleted_parcels WHERE parcel_id = NEW.parcel_id), 0);
    END IF;
    NEW.updated_at := now();
    RETURN NEW;
END $$;

CREATE FUNCTION app.keep_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO app.deleted_parcels VALUES (OLD.parcel_id, OLD.revision + 1, now());
    RETURN NULL;
END $$;

CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON app.parcels FOR EACH ROW EXECUTE FUNCTION app.stamp_parcel();

CREATE TRIGGER keep_deletion AFTER DELETE ON app.parcels FOR EACH ROW EXECUTE FUNCTION app.keep_deletion();

ANALYZE;
