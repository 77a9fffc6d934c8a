-- Partners read it by position: docs/export.md.
SELECT * EXCEPT weight_kg
FROM analytics.items FINAL
ORDER BY item_id;
