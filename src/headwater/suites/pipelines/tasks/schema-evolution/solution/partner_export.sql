-- Partners read this by position, as docs/export.md says.
SELECT item_id, sku, supplier_id, name, price, currency, attributes, updated_at
FROM analytics.items FINAL
ORDER BY item_id;
