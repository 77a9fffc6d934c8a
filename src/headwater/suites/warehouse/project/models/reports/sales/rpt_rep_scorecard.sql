-- One page for each seller and fiscal quarter: effort, pipeline, bookings and quota.
with quarters as (

    select distinct
        month_start,
        fiscal_quarter
    from {{ ref('dim_dates') }}

),

effort as (

    select
        productivity.crm_user_id,
        quarters.fiscal_quarter,
        sum(productivity.activities) as activities,
        sum(productivity.meetings) as meetings,
        sum(productivity.effort_minutes) as effort_minutes,
        sum(productivity.opportunities_created) as opportunities_created,
        sum(productivity.pipeline_created_usd) as pipeline_created_usd
    from {{ ref('agg_rep_productivity_monthly') }} as productivity
    inner join quarters
        on productivity.month_start = quarters.month_start
    group by productivity.crm_user_id, quarters.fiscal_quarter

),

attainment as (

    select * from {{ ref('fct_quota_attainment') }}

),

closed as (

    select
        crm_user_id,
        fiscal_quarter,
        count(*) as closed_opportunities,
        {{ count_where('is_won') }} as won_opportunities
    from {{ ref('fct_opportunities') }}
    where is_closed
        and type <> 'Renewal'
        and closed_on <= {{ as_of() }}
    group by crm_user_id, fiscal_quarter

)

select
    attainment.attainment_id as scorecard_id,
    attainment.crm_user_id,
    attainment.rep_name,
    attainment.role,
    attainment.fiscal_quarter,
    attainment.quota_usd,
    attainment.booked_acv_usd,
    attainment.attainment,
    coalesce(effort.activities, 0) as activities,
    coalesce(effort.meetings, 0) as meetings,
    coalesce(effort.effort_minutes, 0) as effort_minutes,
    coalesce(effort.opportunities_created, 0) as opportunities_created,
    coalesce(effort.pipeline_created_usd, 0) as pipeline_created_usd,
    coalesce(closed.closed_opportunities, 0) as closed_opportunities,
    coalesce(closed.won_opportunities, 0) as won_opportunities,
    {{ safe_divide('closed.won_opportunities', 'closed.closed_opportunities') }} as win_rate,
    {{ safe_divide('attainment.booked_acv_usd', 'effort.meetings') }} as acv_per_meeting_usd
from attainment
left join effort
    on attainment.crm_user_id = effort.crm_user_id
    and attainment.fiscal_quarter = effort.fiscal_quarter
left join closed
    on attainment.crm_user_id = closed.crm_user_id
    and attainment.fiscal_quarter = closed.fiscal_quarter
