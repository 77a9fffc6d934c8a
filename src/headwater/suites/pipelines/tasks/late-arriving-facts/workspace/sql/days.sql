INSERT INTO mart.daily_usage (day, account_id, product, plan, quantity, amount)
SELECT day, account_id, product, plan, sum(quantity), round(sum(quantity) * unit_price, 2)
FROM (
    -- boxes send records again
    SELECT DISTINCT ON (record_id) (used_at AT TIME ZONE 'UTC')::date AS day, account_id, product, quantity
    FROM raw.usage
    WHERE quantity > 0
    ORDER BY record_id, arrival_id
) AS usage
JOIN crm.current_plans USING (account_id)
JOIN (
    SELECT DISTINCT ON (plan, product) plan, product, unit_price
    FROM billing.prices
    ORDER BY plan, product, price_id DESC
) AS prices USING (plan, product)
WHERE day >= %(first)s
GROUP BY day, account_id, product, plan, unit_price
