SELECT region, sum(orders) AS orders, sum(cents) AS cents FROM stats.daily GROUP BY region ORDER BY region
