{{ config(materialized='table') }}

-- Americas sheet, deals. D. Alvarez. Fiscal quarters, because the quota is by fiscal quarter; everybody else's sheet is by the calendar.
WITH deals AS (
    SELECT
        d.*,
        {{ fiscal_quarter('d.close_dt') }} AS fiscal_quarter,
        {{ date_diff_days('d.created_dt', 'd.close_dt') }} AS days_open
    FROM {{ ref('base_deals') }} d
    WHERE d.region = 'AMER'
)

SELECT
    fiscal_quarter,
    MIN({{ fiscal_quarter_start('close_dt') }}) AS quarter_start,
    product_line,
    deal_type,
    COUNT(*) AS deals,
    SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END) AS won,
    SUM(CASE WHEN deal_state = 'lost' THEN 1 ELSE 0 END) AS lost,
    SUM(CASE WHEN deal_state = 'open' THEN 1 ELSE 0 END) AS still_open,
    SUM(CASE WHEN deal_state = 'won' THEN COALESCE(amount_usd, 0) ELSE 0 END) AS won_usd,
    SUM(CASE WHEN deal_state = 'won' AND term_months > 12 THEN COALESCE(amount_usd, 0) ELSE 0 END) AS won_multi_year_usd,
    SUM(CASE WHEN deal_state = 'won' THEN days_open ELSE 0 END) AS days_to_win,
    {{ keel_distinct_if("deal_state = 'won'", 'owner_name') }} AS winners,
    {{ legacy_percent("SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END)", "SUM(CASE WHEN deal_state <> 'open' THEN 1 ELSE 0 END)") }} AS win_percent
FROM deals
GROUP BY
    fiscal_quarter,
    product_line,
    deal_type
