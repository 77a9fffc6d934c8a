select
    performance.fiscal_quarter,
    performance.fiscal_quarter_start,
    performance.channel_name,
    performance.channel_group,
    performance.leads,
    performance.cost_usd,
    performance.cost_per_lead_usd,
    performance.new_customers,
    performance.acv_usd,
    performance.share_of_acv,
    payback.cac_usd,
    payback.payback_months
from {{ ref('rpt_channel_performance') }} as performance
left join {{ ref('rpt_cac_payback') }} as payback
    on performance.channel = payback.channel
    and performance.fiscal_quarter = payback.fiscal_quarter
