-- The funnel of every month's leads by channel group, from visits to customers.
with months as (

    select * from {{ ref('reg_channels') }}

),

channels as (

    select * from {{ ref('dim_channels') }}

)

select
    {{ surrogate_key(['months.month_start', 'channels.channel_group']) }} as funnel_id,
    months.month_start,
    channels.channel_group,
    sum(months.sessions) as sessions,
    sum(months.signups) as signups,
    sum(months.leads) as leads,
    sum(months.mqls) as mqls,
    sum(months.sqls) as sqls,
    sum(months.lead_opportunities) as opportunities,
    sum(months.lead_wins) as wins,
    {{ safe_divide('sum(months.mqls)', 'sum(months.leads)') }} as lead_to_mql_rate,
    {{ safe_divide('sum(months.sqls)', 'sum(months.mqls)') }} as mql_to_sql_rate,
    {{ safe_divide('sum(months.lead_opportunities)', 'sum(months.sqls)') }} as sql_to_opportunity_rate,
    {{ safe_divide('sum(months.lead_wins)', 'sum(months.lead_opportunities)') }} as opportunity_to_win_rate
from months
inner join channels
    on months.channel = channels.channel
group by months.month_start, channels.channel_group
