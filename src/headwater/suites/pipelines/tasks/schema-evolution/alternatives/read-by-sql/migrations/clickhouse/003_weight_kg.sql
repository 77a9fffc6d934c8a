ALTER TABLE analytics.items ADD COLUMN IF NOT EXISTS weight_kg Nullable(Decimal(9, 3)) COMMENT 'weight for freight, in kilograms';

ALTER TABLE analytics.items COMMENT COLUMN weight_kg 'weight for freight, in kilograms; NULL where it is not known';
