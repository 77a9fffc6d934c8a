{{ config(materialized='table') }}

-- EMEA sheet, customers. N. Byrne. As the Americas' with two differences: recurring revenue in euros at the closing rate of the month,
-- and customers who pay no VAT (reverse charge) are counted apart, since the subsidiary may only invoice the others.
WITH customers AS (
    SELECT
        c.cust_id,
        c.month_dt AS month,
        {{ emea_group('a.country') }} AS country_group,
        c.size_class,
        c.customer_kind,
        c.seats,
        CASE WHEN r.cust_id IS NULL THEN 0 ELSE 1 END AS is_reverse
    FROM {{ ref('v_customers') }} c
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = c.cust_id
    LEFT JOIN (
        SELECT DISTINCT cust_id
        FROM {{ ref('base_billing_customers_v2') }}
        WHERE tax_status = 'reverse'
    ) r ON r.cust_id = c.cust_id
    WHERE c.region = 'EMEA'
),

mrr AS (
    SELECT
        v.cust_id,
        v.month_dt AS month,
        {{ money('CAST(v.mrr_usd AS DOUBLE PRECISION) / r.closing_rate') }} AS mrr_eur
    FROM {{ ref('v_mrr') }} v
    INNER JOIN {{ ref('base_rates_month') }} r
        ON r.month_dt = v.month_dt
        AND r.currency = 'EUR'
),

usage AS (
    SELECT
        cust_id,
        month_dt AS month,
        people
    FROM {{ ref('v_usage') }}
)

SELECT
    c.month,
    c.country_group,
    c.size_class,
    COUNT(*) AS customers,
    SUM(c.is_reverse) AS reverse_charge_customers,
    SUM(CASE WHEN c.customer_kind = 'server' THEN 1 ELSE 0 END) AS server_only,
    SUM(CASE WHEN c.customer_kind = 'both' THEN 1 ELSE 0 END) AS on_both,
    SUM(CASE WHEN c.customer_kind = 'trial' THEN 1 ELSE 0 END) AS on_trial,
    SUM(c.seats) AS seats,
    SUM(COALESCE(m.mrr_eur, 0)) AS mrr_eur,
    SUM(CASE WHEN c.is_reverse = 1 THEN COALESCE(m.mrr_eur, 0) ELSE 0 END) AS reverse_charge_mrr_eur,
    SUM(COALESCE(u.people, 0)) AS people,
    SUM(CASE WHEN c.customer_kind <> 'server' AND COALESCE(u.people, 0) = 0 THEN 1 ELSE 0 END) AS quiet_customers
FROM customers c
LEFT JOIN mrr m ON m.cust_id = c.cust_id AND m.month = c.month
LEFT JOIN usage u ON u.cust_id = c.cust_id AND u.month = c.month
GROUP BY
    c.month,
    c.country_group,
    c.size_class
