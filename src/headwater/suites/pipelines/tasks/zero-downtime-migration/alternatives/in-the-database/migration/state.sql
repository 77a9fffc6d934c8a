SELECT 'state=' || CASE
    WHEN NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND NOT attisdropped
    ) THEN 'untouched'
    WHEN EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = 'shop.orders'::regclass AND attname = 'amount_minor' AND attnotnull
    ) AND EXISTS (
        SELECT FROM pg_index WHERE indexrelid = to_regclass('shop.orders_currency_created') AND indisvalid
    ) THEN 'migrated'
    ELSE 'partial'
END;
