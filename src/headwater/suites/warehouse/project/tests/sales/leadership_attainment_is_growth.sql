{{ config(meta={
    'symptom': "On the sales leadership page, what counts towards quota is not new and expansion business.",
    'business': "The company's attainment on the leadership page went up with a wave of renewals.",
}) }}

select fiscal_quarter, quota_booked_acv_usd, new_acv_usd, expansion_acv_usd
from {{ ref('rpt_sales_leadership') }}
where abs(quota_booked_acv_usd - new_acv_usd - expansion_acv_usd) > 0.01
