-- Partners read these columns by position, see docs/export.md.
SELECT item_id, sku, supplier_id, name, price, currency, attributes, updated_at
FROM analytics.items FINAL
ORDER BY item_id;
