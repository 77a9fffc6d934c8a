SELECT supplier_id, count() AS items, round(avg(price), 2) AS mean_price
FROM analytics.items FINAL
GROUP BY supplier_id
ORDER BY supplier_id;
