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

CREATE SCHEMA ops;

CREATE TABLE ops.migrations (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());

INSERT INTO ops.migrations VALUES
    ('postgres/001_items.sql', '2025-03-03 08:00:00+00'), ('clickhouse/002_items.sql', '2025-03-03 08:00:02+00');

INSERT INTO catalog.items
WITH numbered AS (
    SELECT k, hashint8(k)::bigint & 2147483647 AS h, hashint8(k + 700001)::bigint & 2147483647 AS g
    FROM generate_series(1, 60000) k
)
SELECT
    k * 2,
    'SKU-' || lpad(k::text, 6, '0'),
    1 + g % 90,
    (ARRAY['Hex bolt', 'Pallet jack', 'Work glove', 'Cable drum', 'Shelf', 'Label roll'])[1 + g % 6] || ' ' || g % 400,
    (g % 90000)::numeric / 100,
    (ARRAY['EUR', 'USD', 'SEK'])[1 + g % 90 % 3],
    CASE h % 24
        WHEN 0 THEN jsonb_build_object('weight', g % 90 || '.' || h % 90 + 1 || ' kg', 'finish', 'zinc')
        WHEN 1 THEN jsonb_build_object('weight', 1 + g % 90000 || 'g')
        WHEN 2 THEN jsonb_build_object('weight', g % 90 || ',' || h % 90 + 1 || ' KG')
        WHEN 3 THEN jsonb_build_object('weight', 1 + g % 400 || ' lb', 'load', '2 t')
        WHEN 4 THEN jsonb_build_object('weight_kg', (1 + g % 900000)::numeric / 1000)
        WHEN 5 THEN jsonb_build_object('weight_kg', '7.25', 'weight', 1 + g % 50 || ' kg')
        WHEN 6 THEN jsonb_build_object('weight', 'n/a')
        WHEN 7 THEN jsonb_build_object('weight', 'about 3 kg')
        WHEN 8 THEN jsonb_build_object('weight', '0 kg')
        WHEN 9 THEN jsonb_build_object('weight', '-2 kg', 'weight_kg', 0)
        WHEN 10 THEN jsonb_build_object('weight', (g % 50)::text)
        WHEN 11 THEN jsonb_build_object('weight', g % 50)
        WHEN 12 THEN jsonb_build_object('weight', ' ' || g % 9 || ',' || lpad((h % 900 + 1)::text, 3, '0') || ' kg ')
        WHEN 13 THEN jsonb_build_object('weight', g % 9000 || '.5 g', 'Weight', '3 kg')
        WHEN 14 THEN jsonb_build_object('size', jsonb_build_object('weight', '3 kg'))
        WHEN 15 THEN jsonb_build_object('weight_kg', 2 + (g % 90)::numeric / 10, 'weight', '1 kg')
        WHEN 16 THEN jsonb_build_object('weight', '1.2.3 kg')
        ELSE jsonb_build_object('colour', (ARRAY['red', 'blue', 'grün'])[1 + g % 3])
    END,
    timestamptz '2025-03-04 00:00:00+00' + k * interval '9 minutes' + g % 60000000 * interval '1 microsecond'
FROM numbered;
