{%- set dimensions = ['channel_group', 'device', 'signup_source'] -%}
{%- set gates = {'active': 7, 'core_action': 14, 'invited': 30, 'returned': 30, 'paid': 90} -%}
{%- set ladder = ['signed_up', 'active', 'core_action', 'returned', 'paid'] -%}

-- Sign-up cohorts by month, once in total and once for each dimension (`dimension`, `value`), with two funnels:
--   open     each step for itself, within its own window (7, 14, 30, 30, 90 days)
--   closed   a step counts only if all steps before it were reached; inviting is left out, it is a side branch
-- Cohorts that are younger than 90 days are here and marked, because everybody asks for the running quarter. Rates of them are
-- lower than they will be; `is_mature` is for charts.
-- The comparison columns look a month and a year back within the same dimension and value.

with funnel as (

    select * from {{ ref('fct_growth_signup_funnel') }}

),

long as (

    select
        'total' as dimension,
        'all' as value,
        funnel.*
    from funnel
    {% for dimension in dimensions %}
    union all

    select
        '{{ dimension }}' as dimension,
        coalesce(cast(funnel.{{ dimension }} as varchar), 'unknown') as value,
        funnel.*
    from funnel
    {% endfor %}
),

open_steps as (

    select
        dimension,
        value,
        cohort_month,
        count(*) as signed_up,
        {{ count_where('is_mature_90d') }} as mature_90d,
        {%- for step, days in gates.items() %}
        {{ count_where('did_' ~ step ~ '_' ~ days ~ 'd') }} as {{ step }},
        {%- endfor %}
        {{ count_where('is_first_of_account') }} as new_accounts,
        {{ count_where('visits > 0') }} as with_visits,
        sum(visits) as visits,
        sum(invitations) as invitations,
        sum(invitations_accepted) as invitations_accepted,
        sum(case when did_paid_90d then first_mrr_usd else 0 end) as mrr_90d_usd,
        {{ median('days_to_core_action') }} as median_days_to_core_action,
        {{ median('days_to_paid') }} as median_days_to_paid
    from long
    group by dimension, value, cohort_month

),

closed_marks as (

    select
        dimension,
        value,
        cohort_month,
        did_active_7d as to_active,
        did_active_7d and did_core_action_14d as to_core_action,
        did_active_7d and did_core_action_14d and did_returned_30d as to_returned,
        did_active_7d and did_core_action_14d and did_returned_30d and did_paid_90d as to_paid
    from long

),

closed_steps as (

    select
        dimension,
        value,
        cohort_month,
        count(*) as closed_signed_up
        {%- for step in ladder if step != 'signed_up' %},
        {{ count_where('to_' ~ step) }} as closed_{{ step }}
        {%- endfor %}
    from closed_marks
    group by dimension, value, cohort_month

),

months as (

    select
        open_steps.*,
        closed_steps.closed_active,
        closed_steps.closed_core_action,
        closed_steps.closed_returned,
        closed_steps.closed_paid
    from open_steps
    inner join closed_steps
        on open_steps.dimension = closed_steps.dimension
        and open_steps.value = closed_steps.value
        and open_steps.cohort_month = closed_steps.cohort_month

),

compared as (

    select
        months.*,
        month_before.signed_up as signed_up_month_before,
        month_before.core_action as core_action_month_before,
        year_before.signed_up as signed_up_year_before,
        year_before.core_action as core_action_year_before,
        year_before.paid as paid_year_before
    from months
    left join months as month_before
        on months.dimension = month_before.dimension
        and months.value = month_before.value
        and month_before.cohort_month = {{ to_date(date_add_months('months.cohort_month', -1)) }}
    left join months as year_before
        on months.dimension = year_before.dimension
        and months.value = year_before.value
        and year_before.cohort_month = {{ to_date(date_add_months('months.cohort_month', -12)) }}

)

select
    {{ surrogate_key(['dimension', 'value', 'cohort_month']) }} as funnel_month_id,
    dimension,
    value,
    cohort_month,
    {{ fiscal_quarter('cohort_month') }} as fiscal_quarter,
    mature_90d = signed_up as is_mature,
    signed_up,
    new_accounts,
    with_visits,
    visits,
    invitations,
    invitations_accepted,
    mrr_90d_usd,
    median_days_to_core_action,
    median_days_to_paid
    {%- for step in gates %},
    {{ step }},
    {{ growth_rate_of(step, 'signed_up') }} as {{ step }}_rate
    {%- endfor %}
    {%- for step in ladder if step != 'signed_up' %},
    closed_{{ step }}
    {%- endfor %},
    {{ growth_rate_of('closed_active', 'signed_up') }} as signup_to_active_rate,
    {{ growth_rate_of('closed_core_action', 'closed_active') }} as active_to_core_rate,
    {{ growth_rate_of('closed_returned', 'closed_core_action') }} as core_to_returned_rate,
    {{ growth_rate_of('closed_paid', 'closed_returned') }} as returned_to_paid_rate,
    signed_up_month_before,
    signed_up_year_before,
    signed_up - coalesce(signed_up_month_before, 0) as signed_up_change_1m,
    {{ growth_points(growth_rate_of('core_action', 'signed_up'), growth_rate_of('core_action_month_before', 'signed_up_month_before')) }} as core_action_points_1m,
    {{ growth_points(growth_rate_of('core_action', 'signed_up'), growth_rate_of('core_action_year_before', 'signed_up_year_before')) }} as core_action_points_1y,
    {{ growth_points(growth_rate_of('paid', 'signed_up'), growth_rate_of('paid_year_before', 'signed_up_year_before')) }} as paid_points_1y
from compared
