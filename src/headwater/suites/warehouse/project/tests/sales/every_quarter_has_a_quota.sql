select fiscal_quarter, quota_usd
from {{ ref('rpt_go_to_market') }}
where fiscal_quarter between 'FY22-Q2' and {{ fiscal_quarter(as_of()) }}
    and coalesce(quota_usd, 0) = 0
