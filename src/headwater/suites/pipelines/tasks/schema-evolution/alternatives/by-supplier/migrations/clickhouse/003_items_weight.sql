ALTER TABLE analytics.items ADD COLUMN IF NOT EXISTS weight_kg Nullable(Decimal(9, 3)) AFTER updated_at;

ALTER TABLE analytics.items COMMENT COLUMN weight_kg 'kilograms, for freight';
