SET LOCAL lock_timeout = '2s';

ALTER TABLE catalog.items VALIDATE CONSTRAINT items_weight_is_positive;
