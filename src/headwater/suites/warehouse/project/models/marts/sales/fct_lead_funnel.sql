-- The way of a lead through the funnel: when each stage was reached and how long it took. The channel is that of the
-- person's first touch in marketing, else of the lead source.
with milestones as (

    select * from {{ ref('int_lead_milestones') }}

),

leads as (

    select * from {{ ref('fct_leads') }}

),

first_touches as (

    select
        lead_id,
        channel,
        row_number() over (partition by lead_id order by touched_at, touch_id) as touch_number
    from {{ ref('int_touches_identified') }}
    where lead_id is not null
        and is_attributable

)

select
    milestones.lead_id,
    leads.lead_source,
    coalesce(first_touches.channel, leads.source_channel) as channel,
    first_touches.channel is not null as has_touch,
    milestones.opportunity_id,
    milestones.created_at as lead_at,
    milestones.mql_at,
    milestones.sql_at,
    milestones.opportunity_at,
    milestones.won_at,
    milestones.furthest_stage,
    {{ month_start('milestones.created_at') }} as lead_month,
    milestones.mql_at is not null as is_mql,
    milestones.sql_at is not null as is_sql,
    milestones.opportunity_at is not null as is_opportunity,
    milestones.won_at is not null as is_won,
    greatest({{ date_diff_days('milestones.created_at', 'milestones.mql_at') }}, 0) as days_to_mql,
    greatest({{ date_diff_days('milestones.mql_at', 'milestones.sql_at') }}, 0) as days_mql_to_sql,
    greatest({{ date_diff_days('milestones.sql_at', 'milestones.opportunity_at') }}, 0) as days_sql_to_opportunity
from milestones
inner join leads
    on milestones.lead_id = leads.lead_id
left join first_touches
    on milestones.lead_id = first_touches.lead_id
    and first_touches.touch_number = 1
