CREATE SCHEMA catalog;

CREATE TABLE catalog.items (
    item_id bigint PRIMARY KEY,
    sku text NOT NULL,
    supplier_id integer NOT NULL,
    name text NOT NULL,
    price numeric(12, 2) NOT NULL,
    currency character(3) NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON COLUMN catalog.items.item_id IS 'number of the item';
COMMENT ON COLUMN catalog.items.sku IS 'the supplier''s number';
COMMENT ON COLUMN catalog.items.supplier_id IS 'who sells it';
COMMENT ON COLUMN catalog.items.name IS 'as buyers see it';
COMMENT ON COLUMN catalog.items.price IS 'without tax';
COMMENT ON COLUMN catalog.items.currency IS 'ISO 4217';
COMMENT ON COLUMN catalog.items.attributes IS 'whatever the supplier tells';
COMMENT ON COLUMN catalog.items.updated_at IS 'when the supplier changed it; buyers get a mail';

CREATE INDEX items_updated_at ON catalog.items (updated_at);

CREATE FUNCTION catalog.touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('catalog.keep_updated_at', true) IS DISTINCT FROM 'on' THEN
        NEW.updated_at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER items_touch BEFORE UPDATE ON catalog.items FOR EACH ROW EXECUTE FUNCTION catalog.touch();

CREATE VIEW catalog.active_items AS SELECT * FROM catalog.items WHERE price > 0;
