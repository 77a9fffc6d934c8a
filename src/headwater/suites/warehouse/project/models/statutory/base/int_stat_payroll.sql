{{ config(
    materialized='incremental',
    event_time='month_start',
    unique_key=['month_start'],
    incremental_strategy='delete+insert'
) }}

-- PAYROLL BY COMPANY OF EMPLOYMENT. PEOPLE IN COUNTRIES WITHOUT A COMPANY ARE EMPLOYED BY THE ONE THAT INVOICES THERE; THE COUNTRY'S
-- COMPANY ON THE LAST DAY OF THE MONTH EMPLOYS FOR THE WHOLE MONTH (MEMO 2022-03).
SELECT
    h.employee_id,
    h.month_start,
    m.entity_code,
    COALESCE(h.country_code, 'XX') AS country_code,
    h.department,
    h.cost_center,
    h.days_employed,
    h.days_in_month,
    h.is_joiner,
    h.is_leaver,
    h.cost_usd
FROM {{ ref('int_headcount_months') }} h
INNER JOIN {{ ref('int_stat_country_entities') }} m
    ON m.country_code = COALESCE(h.country_code, 'XX')
    AND m.valid_from <= {{ month_end('h.month_start') }}
    AND m.valid_until > {{ month_end('h.month_start') }}
{%- if is_incremental() %}
-- THE AUTHORITIES TAKE CORRECTIONS FOR HALF A YEAR
WHERE h.month_start >= {{ to_date(date_add_months(month_start(as_of()), -6)) }}
{%- endif %}
