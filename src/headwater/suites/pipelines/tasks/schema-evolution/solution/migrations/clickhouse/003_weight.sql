-- This runs before Postgres, so that the sync finds the column when it has weights to send.
ALTER TABLE analytics.items ADD COLUMN IF NOT EXISTS weight_kg Nullable(Decimal(9, 3)) COMMENT 'for freight; NULL: not known';
