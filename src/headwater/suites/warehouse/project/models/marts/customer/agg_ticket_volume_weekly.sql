{{ config(materialized='incremental', event_time='week_start', unique_key='week_start', incremental_strategy='delete+insert') }}

-- Volume by week, channel and category: what the staffing plan is made from.
select
    {{ week_start('created_at') }} as week_start,
    channel,
    category,
    count(*) as tickets,
    {{ count_where('is_resolved') }} as resolved_tickets,
    {{ count_where('reopens > 0') }} as reopened_tickets,
    sum(public_agent_comments) as agent_comments
from {{ ref('reg_tickets') }}
{%- if is_incremental() %}
-- the longest ticket took nine weeks, and some come back
where {{ week_start('created_at') }} >= (select {{ date_add_days('max(week_start)', -126) }} from {{ this }})
{%- endif %}
group by 1, 2, 3
