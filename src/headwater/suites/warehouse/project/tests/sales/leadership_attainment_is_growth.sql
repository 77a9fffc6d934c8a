select fiscal_quarter, quota_booked_acv_usd, new_acv_usd, expansion_acv_usd
from {{ ref('rpt_sales_leadership') }}
where abs(quota_booked_acv_usd - new_acv_usd - expansion_acv_usd) > 0.01
