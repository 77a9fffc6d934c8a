SET LOCAL lock_timeout = '500ms';
-- All values are still NULL, so that the constraint need not be validated.
ALTER TABLE catalog.items ADD COLUMN weight_kg numeric(9, 3) CONSTRAINT weight_kg_positive CHECK (weight_kg > 0);
COMMENT ON COLUMN catalog.items.weight_kg IS 'kilograms, for freight';
CREATE OR REPLACE VIEW catalog.active_items AS SELECT * FROM catalog.items WHERE price > 0;
