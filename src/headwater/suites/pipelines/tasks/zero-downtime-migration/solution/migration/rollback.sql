DROP TRIGGER IF EXISTS sync_order_amounts ON shop.orders;
DROP FUNCTION IF EXISTS shop.sync_order_amounts();
ALTER TABLE shop.orders
    DROP CONSTRAINT IF EXISTS orders_amount_sign,
    DROP CONSTRAINT IF EXISTS orders_currency_fkey,
    DROP CONSTRAINT IF EXISTS orders_currency_not_null,
    DROP COLUMN IF EXISTS amount_minor;
DROP INDEX IF EXISTS shop.orders_currency_created;
