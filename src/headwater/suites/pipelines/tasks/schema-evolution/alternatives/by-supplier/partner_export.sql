-- Partners read these columns by position, see docs/export.md.
SELECT * EXCEPT weight_kg
FROM analytics.items FINAL
ORDER BY item_id;
