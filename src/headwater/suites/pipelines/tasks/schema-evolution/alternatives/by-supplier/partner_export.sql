-- Partners read this by position, as docs/export.md says.
SELECT * EXCEPT weight_kg
FROM analytics.items FINAL
ORDER BY item_id;
