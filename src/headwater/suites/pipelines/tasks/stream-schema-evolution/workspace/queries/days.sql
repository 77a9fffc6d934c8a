SELECT day, sum(orders) AS orders, sum(cents) AS cents FROM stats.daily GROUP BY day ORDER BY day
