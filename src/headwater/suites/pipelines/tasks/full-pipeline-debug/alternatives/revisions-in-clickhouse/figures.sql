INSERT INTO analytics.depot_figures
SELECT day, depot, now.parcels, now.delivered, now.revenue, (SELECT max(version) + 1 FROM analytics.depot_figures)
FROM (
    SELECT
        posted_on AS day,
        depot,
        count() AS parcels,
        countIf(state = 'delivered') AS delivered,
        sumIf(price, state != 'returned') AS revenue
    FROM analytics.parcels
    GROUP BY day, depot
) AS now
FULL OUTER JOIN (SELECT * FROM analytics.depot_figures FINAL) AS before USING (day, depot)
WHERE (now.parcels, now.delivered, now.revenue) != (before.parcels, before.delivered, before.revenue);
