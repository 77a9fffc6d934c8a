DROP TRIGGER pair_amounts ON shop.orders;
DROP FUNCTION shop.pair_amounts();
ALTER TABLE shop.orders
    DROP CONSTRAINT orders_currency_fkey,
    ALTER currency DROP NOT NULL,
    DROP COLUMN amount_minor;
DROP INDEX shop.orders_currency_created;
