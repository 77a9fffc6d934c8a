-- Channels by fiscal quarter with their names, costs and results, and each one's share of what was booked.
with quarters as (

    select * from {{ ref('agg_channel_payback_quarterly') }}

)

select
    quarters.channel_quarter_id,
    quarters.fiscal_quarter,
    quarters.fiscal_quarter_start,
    quarters.channel,
    channels.channel_name,
    channels.channel_group,
    quarters.leads,
    quarters.cost_usd,
    quarters.cost_per_lead_usd,
    quarters.new_customers,
    quarters.acv_usd,
    {{ safe_divide('quarters.acv_usd', 'sum(quarters.acv_usd) over (partition by quarters.fiscal_quarter)') }} as share_of_acv
from quarters
inner join {{ ref('dim_channels') }} as channels
    on quarters.channel = channels.channel
