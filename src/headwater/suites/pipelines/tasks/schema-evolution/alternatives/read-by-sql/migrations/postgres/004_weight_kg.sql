SET LOCAL lock_timeout = '1s';
ALTER TABLE catalog.items ADD COLUMN weight_kg numeric(9, 3);
ALTER TABLE catalog.items ADD CONSTRAINT weight_kg_above_zero CHECK (weight_kg > 0) NOT VALID;
COMMENT ON COLUMN catalog.items.weight_kg IS 'weight for freight, in kilograms; NULL where it is not known';
CREATE OR REPLACE VIEW catalog.active_items AS
SELECT item_id, sku, supplier_id, name, price, currency, attributes, updated_at, weight_kg
FROM catalog.items WHERE price > 0;
