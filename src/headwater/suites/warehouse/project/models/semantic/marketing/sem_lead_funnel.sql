select
    funnel.lead_id,
    funnel.lead_month,
    funnel.lead_source,
    channels.channel_name,
    channels.channel_group,
    funnel.furthest_stage,
    funnel.is_mql,
    funnel.is_sql,
    funnel.is_opportunity,
    funnel.is_won,
    funnel.days_to_mql,
    funnel.days_mql_to_sql,
    funnel.days_sql_to_opportunity
from {{ ref('fct_lead_funnel') }} as funnel
left join {{ ref('dim_channels') }} as channels
    on funnel.channel = channels.channel
