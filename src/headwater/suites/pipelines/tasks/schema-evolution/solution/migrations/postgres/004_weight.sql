SET LOCAL lock_timeout = '2s';

ALTER TABLE catalog.items
    ADD COLUMN weight_kg numeric(9, 3),
    ADD CONSTRAINT items_weight_is_positive CHECK (weight_kg > 0) NOT VALID;

COMMENT ON COLUMN catalog.items.weight_kg IS 'for freight; NULL: not known';

CREATE OR REPLACE VIEW catalog.active_items AS SELECT * FROM catalog.items WHERE price > 0;
