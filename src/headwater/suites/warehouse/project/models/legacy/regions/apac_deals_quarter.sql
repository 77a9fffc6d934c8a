{{ config(materialized='table') }}

-- APAC sheet, deals. K. Tanaka. Quarters of the Japanese fiscal year; renewals are the distributor's and are left out.
WITH deals AS (
    SELECT
        d.*,
        {{ japan_fiscal_year('d.close_dt') }} AS japan_year,
        {{ japan_fiscal_quarter('d.close_dt') }} AS japan_quarter
    FROM {{ ref('base_deals') }} d
    WHERE d.region = 'APAC'
      AND d.deal_type <> 'Renewal'
)

SELECT
    japan_year,
    japan_quarter,
    product_line,
    COUNT(*) AS deals,
    SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END) AS won,
    SUM(CASE WHEN deal_state = 'lost' THEN 1 ELSE 0 END) AS lost,
    SUM(CASE WHEN deal_state = 'open' THEN 1 ELSE 0 END) AS still_open,
    SUM(CASE WHEN deal_state = 'won' THEN COALESCE(amount_usd, 0) ELSE 0 END) AS won_usd,
    SUM(CASE WHEN deal_state = 'won' AND currency = 'JPY' THEN COALESCE(amount, 0) ELSE 0 END) AS won_jpy,
    SUM(CASE WHEN deal_state = 'won' THEN COALESCE(seats, 0) ELSE 0 END) AS seats_won,
    SUM(CASE WHEN deal_state = 'won' AND deal_type = 'New Business' THEN 1 ELSE 0 END) AS new_customers_won,
    {{ legacy_percent("SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END)", "SUM(CASE WHEN deal_state <> 'open' THEN 1 ELSE 0 END)") }} AS win_percent
FROM deals
GROUP BY
    japan_year,
    japan_quarter,
    product_line
