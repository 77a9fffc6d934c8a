{{ config(materialized='table') }}

-- Americas sheet, customers. D. Alvarez. Who is a customer is what v_customers says; added are what they pay (v_mrr) and whether they
-- use it. "Quiet" is a cloud customer without a single person in the month.
WITH customers AS (
    SELECT
        c.cust_id,
        c.month_dt AS month,
        {{ amer_group('a.country') }} AS country_group,
        c.size_class,
        c.customer_kind,
        c.seats
    FROM {{ ref('v_customers') }} c
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = c.cust_id
    WHERE c.region IN ('AMER', 'Unassigned')
),

mrr AS (
    SELECT
        cust_id,
        month_dt AS month,
        mrr_usd
    FROM {{ ref('v_mrr') }}
),

usage AS (
    SELECT
        cust_id,
        month_dt AS month,
        people,
        actions
    FROM {{ ref('v_usage') }}
)

SELECT
    c.month,
    c.country_group,
    c.size_class,
    COUNT(*) AS customers,
    SUM(CASE WHEN c.customer_kind = 'server' THEN 1 ELSE 0 END) AS server_only,
    SUM(CASE WHEN c.customer_kind = 'both' THEN 1 ELSE 0 END) AS on_both,
    SUM(CASE WHEN c.customer_kind = 'trial' THEN 1 ELSE 0 END) AS on_trial,
    SUM(c.seats) AS seats,
    SUM(COALESCE(m.mrr_usd, 0)) AS mrr_usd,
    SUM(COALESCE(u.people, 0)) AS people,
    SUM(CASE WHEN c.customer_kind <> 'server' AND COALESCE(u.people, 0) = 0 THEN 1 ELSE 0 END) AS quiet_customers,
    {{ legacy_percent('SUM(COALESCE(u.people, 0))', 'SUM(c.seats)') }} AS people_per_100_seats
FROM customers c
LEFT JOIN mrr m ON m.cust_id = c.cust_id AND m.month = c.month
LEFT JOIN usage u ON u.cust_id = c.cust_id AND u.month = c.month
GROUP BY
    c.month,
    c.country_group,
    c.size_class
