{{ config(materialized='table') }}

-- EMEA sheet, deals. N. Byrne. Calendar quarters; won amounts in euros at the rate of the closing day.
WITH euro AS (
    SELECT
        rate_dt,
        rate AS usd_per_eur
    FROM {{ ref('base_rates') }}
    WHERE currency = 'EUR'
),

deals AS (
    SELECT
        d.*,
        CASE
            WHEN d.currency = 'EUR' THEN d.amount
            ELSE {{ money('CAST(d.amount_usd AS DOUBLE PRECISION) / e.usd_per_eur') }}
        END AS amount_eur,
        {{ date_diff_days('d.created_dt', 'd.close_dt') }} AS days_open
    FROM {{ ref('base_deals') }} d
    LEFT JOIN euro e ON e.rate_dt = LEAST(d.close_dt, {{ as_of() }})
    WHERE d.region = 'EMEA'
)

SELECT
    close_quarter,
    MIN({{ legacy_month('close_dt') }}) AS first_month,
    product_line,
    deal_type,
    COUNT(*) AS deals,
    SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END) AS won,
    SUM(CASE WHEN deal_state = 'lost' THEN 1 ELSE 0 END) AS lost,
    SUM(CASE WHEN deal_state = 'open' THEN 1 ELSE 0 END) AS still_open,
    SUM(CASE WHEN deal_state = 'won' THEN COALESCE(amount_eur, 0) ELSE 0 END) AS won_eur,
    SUM(CASE WHEN deal_state = 'won' AND currency = 'GBP' THEN COALESCE(amount_eur, 0) ELSE 0 END) AS won_in_pounds_eur,
    SUM(CASE WHEN deal_state = 'won' THEN days_open ELSE 0 END) AS days_to_win,
    SUM(CASE WHEN deal_state = 'lost' AND lost_reason IS NULL THEN 1 ELSE 0 END) AS lost_without_reason,
    {{ legacy_percent("SUM(CASE WHEN deal_state = 'won' THEN 1 ELSE 0 END)", "SUM(CASE WHEN deal_state <> 'open' THEN 1 ELSE 0 END)") }} AS win_percent
FROM deals
GROUP BY
    close_quarter,
    product_line,
    deal_type
