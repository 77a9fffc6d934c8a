{{ config(materialized='table') }}

-- APAC sheet, customers. K. Tanaka. Trials count here for all time: the partner programme is paid by them. They are the workspaces on a
-- trial at the end of the month (gr_plan_months), in a column of their own, so that the other columns can be compared.
WITH customers AS (
    SELECT
        c.cust_id,
        c.month_dt AS month,
        {{ apac_group('a.country') }} AS country_group,
        c.customer_kind,
        c.seats
    FROM {{ ref('v_customers') }} c
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = c.cust_id
    WHERE c.region = 'APAC'
),

mrr AS (
    SELECT
        cust_id,
        month_dt AS month,
        mrr_usd
    FROM {{ ref('v_mrr') }}
),

sums AS (
    SELECT
        c.month,
        c.country_group,
        COUNT(*) AS customers,
        SUM(CASE WHEN c.customer_kind = 'server' THEN 1 ELSE 0 END) AS server_only,
        SUM(CASE WHEN c.customer_kind = 'both' THEN 1 ELSE 0 END) AS on_both,
        SUM(c.seats) AS seats,
        SUM(COALESCE(m.mrr_usd, 0)) AS mrr_usd
    FROM customers c
    LEFT JOIN mrr m ON m.cust_id = c.cust_id AND m.month = c.month
    GROUP BY
        c.month,
        c.country_group
),

trials AS (
    SELECT
        p.month,
        {{ apac_group('a.country') }} AS country_group,
        COUNT(*) AS trials,
        COUNT(DISTINCT p.account_id) AS trial_accounts
    FROM {{ ref('gr_plan_months') }} p
    INNER JOIN {{ ref('base_accounts') }} a ON a.cust_id = p.account_id
    WHERE p.is_trial
      AND a.region = 'APAC'
      AND a.account_kind = 'customer'
    GROUP BY
        p.month,
        {{ apac_group('a.country') }}
)

SELECT
    COALESCE(s.month, t.month) AS month,
    {{ japan_fiscal_year('COALESCE(s.month, t.month)') }} AS japan_year,
    COALESCE(s.country_group, t.country_group) AS country_group,
    COALESCE(s.customers, 0) AS customers,
    COALESCE(s.server_only, 0) AS server_only,
    COALESCE(s.on_both, 0) AS on_both,
    COALESCE(s.seats, 0) AS seats,
    COALESCE(s.mrr_usd, 0) AS mrr_usd,
    COALESCE(t.trials, 0) AS trials,
    COALESCE(t.trial_accounts, 0) AS trial_accounts
FROM sums s
FULL JOIN trials t
    ON t.month = s.month
    AND t.country_group = s.country_group
