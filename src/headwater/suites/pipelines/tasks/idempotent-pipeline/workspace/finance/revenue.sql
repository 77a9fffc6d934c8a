-- The revenue of each day, as agreed with the auditors in 2024. Runs on the shop's database, at night, for forty minutes:
-- analytics.daily_revenue is to take its place, with the same figures.
SELECT
    (o.ordered_at AT TIME ZONE 'UTC')::date AS day,
    upper(trim(o.currency)) AS currency,
    count(*) AS orders,
    sum(o.amount) AS revenue
FROM raw.orders AS o
WHERE o.status IN ('paid', 'shipped')
  AND trim(o.order_id) <> ''
  AND o.amount IS NOT NULL
  AND o.currency IS NOT NULL
  AND NOT EXISTS (
      SELECT FROM raw.orders AS newer
      WHERE newer.order_id = o.order_id AND (newer.updated_at, newer.row_id) > (o.updated_at, o.row_id)
  )
GROUP BY 1, 2
ORDER BY 1, 2;
