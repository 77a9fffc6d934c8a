-- The scorecard that sales leadership goes through on the first Monday of a month: teams (manager and their people) by quarter.
with people as (
    select * from {{ ref('fct_revops_quota_quarterly') }}
),

managers as (
    select
        crm_user_id,
        rep_name as manager_name
    from {{ ref('dim_sales_reps') }}
),

activities as (
    select
        crm_user_id,
        {{ fiscal_quarter('occurred_on') }} as fiscal_quarter,
        count(*) as activities,
        sum(effort_minutes) as effort_minutes
    from {{ ref('fct_sales_activities') }}
    group by 1, 2
),

teams as (
    select
        coalesce(people.manager_crm_user_id, 'none') as manager_crm_user_id,
        people.fiscal_year,
        people.fiscal_quarter,
        people.quarter_starts_on,
        max(case when people.is_over then 1 else 0 end) = 1 as is_over,
        count(*) as people,
        {{ count_where("people.situation = 'ramping'") }} as ramping,
        {{ count_where("people.situation = 'left in the quarter'") }} as leavers,
        {{ count_where('people.attainment >= 1') }} as on_target,
        {{ count_where('people.attainment < 0.5') }} as below_half,
        {{ pivot_count('people.pace_light', ['green', 'amber', 'red', 'grey'], suffix='_people') }},
        sum(people.quota_usd) as quota_usd,
        sum(people.ramped_quota_usd) as ramped_quota_usd,
        sum(people.booked_acv_usd) as booked_acv_usd,
        sum(people.deals) as deals,
        sum(coalesce(people.booked_before_usd, 0)) as booked_before_usd,
        sum(coalesce(people.booked_a_year_ago_usd, 0)) as booked_a_year_ago_usd,
        max(people.booked_acv_usd) as best_booked_usd,
        sum(coalesce(activities.activities, 0)) as activities
    from people
    left join activities
        on people.crm_user_id = activities.crm_user_id
        and people.fiscal_quarter = activities.fiscal_quarter
    group by coalesce(people.manager_crm_user_id, 'none'), people.fiscal_year, people.fiscal_quarter, people.quarter_starts_on
)

select
    teams.fiscal_year,
    teams.fiscal_quarter,
    teams.quarter_starts_on,
    teams.is_over,
    teams.manager_crm_user_id,
    coalesce(managers.manager_name, 'no manager') as manager_name,
    teams.people,
    teams.ramping,
    teams.leavers,
    teams.on_target,
    teams.below_half,
    teams.green_people,
    teams.amber_people,
    teams.red_people,
    teams.grey_people,
    teams.quota_usd,
    teams.ramped_quota_usd,
    teams.booked_acv_usd,
    teams.deals,
    {{ safe_divide('teams.booked_acv_usd', 'teams.quota_usd', 4) }} as attainment,
    {{ safe_divide('teams.booked_acv_usd', 'teams.ramped_quota_usd', 4) }} as ramped_attainment,
    {{ safe_divide('teams.on_target', 'teams.people - teams.ramping', 4) }} as share_on_target,
    {{ safe_divide('teams.best_booked_usd', 'teams.booked_acv_usd', 4) }} as share_of_best,
    {{ safe_divide('teams.booked_acv_usd - teams.booked_before_usd', 'teams.booked_before_usd', 4) }} as growth,
    {{ safe_divide('teams.booked_acv_usd - teams.booked_a_year_ago_usd', 'teams.booked_a_year_ago_usd', 4) }} as growth_on_year,
    {{ safe_divide('teams.activities', 'teams.deals', 1) }} as activities_per_deal
from teams
left join managers
    on teams.manager_crm_user_id = managers.crm_user_id
