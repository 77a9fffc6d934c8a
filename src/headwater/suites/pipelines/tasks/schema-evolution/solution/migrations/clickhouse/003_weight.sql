-- This runs before the Postgres migration, so that the column exists when the sync has weights to send.
ALTER TABLE analytics.items ADD COLUMN IF NOT EXISTS weight_kg Nullable(Decimal(9, 3)) COMMENT 'for freight; NULL: not known';
