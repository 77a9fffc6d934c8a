\ir turn.sql
SELECT NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND NOT attisdropped
) AS is_untouched \gset
\if :is_untouched
    \ir expand.sql
\endif
SELECT NOT attnotnull AS is_open FROM pg_attribute
WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND NOT attisdropped \gset
\if :is_open
    \ir fill.sql
    \ir require.sql
\endif
SET lock_timeout = 0;
SELECT coalesce((SELECT NOT indisvalid FROM pg_index WHERE indexrelid = to_regclass('shop.orders_currency_created')), false)
    AS is_broken \gset
\if :is_broken
    DROP INDEX CONCURRENTLY shop.orders_currency_created;
\endif
SELECT to_regclass('shop.orders_currency_created') IS NULL AS is_missing \gset
\if :is_missing
    CREATE INDEX CONCURRENTLY orders_currency_created ON shop.orders (currency, created_at);
\endif
