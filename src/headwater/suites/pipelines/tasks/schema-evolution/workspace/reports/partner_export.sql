-- Partners read it by position: docs/export.md.
SELECT *
FROM analytics.items FINAL
ORDER BY item_id;
