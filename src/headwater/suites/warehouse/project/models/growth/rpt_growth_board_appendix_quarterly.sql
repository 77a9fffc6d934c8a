{%- set measures = ['signed_up', 'new_accounts', 'activated', 'weekly_users', 'trials_converted', 'first_payers', 'people_brought'] -%}

-- Growth's appendix of the board deck: a fiscal quarter a row, every figure with the quarter before and the one a year before. Flows are
-- sums of the quarter; weekly users are the last complete week of it. Figures are of the marts named in the CTEs, none is corrected here.
--
-- The running quarter is in the last row and is not printed (the deck takes complete quarters only).

with quarters as (

    select
        fiscal_quarter,
        min(date_day) as starts_on,
        max(date_day) as ends_on,
        max(case when is_past then date_day end) as last_day
    from {{ ref('dim_dates') }}
    group by fiscal_quarter
    having min(date_day) <= {{ as_of() }}

),

funnel as (

    select
        fiscal_quarter,
        sum(signed_up) as signed_up,
        sum(new_accounts) as new_accounts,
        sum(paid) as paid_90d,
        sum(case when is_mature then signed_up else 0 end) as mature_signed_up,
        sum(case when is_mature then paid else 0 end) as mature_paid_90d
    from {{ ref('agg_growth_funnel_monthly') }}
    where dimension = 'total'
    group by fiscal_quarter

),

activation as (

    select
        fiscal_quarter,
        v2_team as activated,
        v2_team_rate as activation_rate,
        v4_sticky as sticky,
        v4_sticky_rate as sticky_rate
    from {{ ref('rpt_growth_activation_scorecard') }}
    where segment = 'All'

),

weeks as (

    select
        fiscal_quarter,
        active_users,
        quick_ratio_4w,
        retention_4w,
        row_number() over (partition by fiscal_quarter order by week_start desc) as recency
    from {{ ref('agg_growth_user_accounting_weekly') }}
    where cut = 'total'
        and is_complete_week

),

trials as (

    select
        fiscal_quarter,
        sum(trials) as trials,
        sum(converted) as trials_converted
    from {{ ref('agg_growth_trial_journeys_monthly') }}
    group by fiscal_quarter

),

payers as (

    select
        {{ fiscal_quarter('first_paid_month') }} as fiscal_quarter,
        count(*) as first_payers,
        {{ count_where("motion = 'self-serve'") }} as first_payers_self_serve,
        sum(first_mrr_usd) as first_mrr_usd
    from {{ ref('int_growth_accounts') }}
    where first_paid_month is not null
    group by 1

),

loops as (

    select
        fiscal_quarter,
        sum(people) as people,
        sum(people_brought) as people_brought
    from {{ ref('agg_growth_viral_monthly') }}
    where generation_group = 'all'
    group by fiscal_quarter

),

states as (

    select
        fiscal_quarter,
        accounts,
        engaged_accounts + activated_accounts + new_accounts + resurrected_accounts as live_accounts,
        unused_mrr_share,
        row_number() over (partition by fiscal_quarter order by month_start desc) as recency
    from {{ ref('rpt_growth_lifecycle_bridge_monthly') }}

),

attribution as (

    select
        fiscal_quarter,
        max(case when channel_group = 'Paid' then time_decay_share end) as paid_share_time_decay,
        max(case when channel_group = 'Paid' then position_based_share end) as paid_share_official,
        max(spread_points) as widest_spread_points
    from {{ ref('rpt_growth_attribution_board_quarterly') }}
    group by fiscal_quarter

),

joined as (

    select
        quarters.fiscal_quarter,
        quarters.starts_on,
        quarters.ends_on,
        quarters.ends_on <= {{ as_of() }} as is_complete_quarter,
        coalesce(funnel.signed_up, 0) as signed_up,
        coalesce(funnel.new_accounts, 0) as new_accounts,
        funnel.mature_signed_up,
        funnel.mature_paid_90d,
        coalesce(activation.activated, 0) as activated,
        activation.activation_rate,
        activation.sticky,
        activation.sticky_rate,
        coalesce(weeks.active_users, 0) as weekly_users,
        weeks.quick_ratio_4w,
        weeks.retention_4w,
        coalesce(trials.trials, 0) as trials,
        coalesce(trials.trials_converted, 0) as trials_converted,
        coalesce(payers.first_payers, 0) as first_payers,
        coalesce(payers.first_payers_self_serve, 0) as first_payers_self_serve,
        coalesce(payers.first_mrr_usd, 0) as first_mrr_usd,
        coalesce(loops.people, 0) as new_people,
        coalesce(loops.people_brought, 0) as people_brought,
        states.accounts,
        states.live_accounts,
        states.unused_mrr_share,
        attribution.paid_share_time_decay,
        attribution.paid_share_official,
        attribution.widest_spread_points
    from quarters
    left join funnel
        on quarters.fiscal_quarter = funnel.fiscal_quarter
    left join activation
        on quarters.fiscal_quarter = activation.fiscal_quarter
    left join weeks
        on quarters.fiscal_quarter = weeks.fiscal_quarter
        and weeks.recency = 1
    left join trials
        on quarters.fiscal_quarter = trials.fiscal_quarter
    left join payers
        on quarters.fiscal_quarter = payers.fiscal_quarter
    left join loops
        on quarters.fiscal_quarter = loops.fiscal_quarter
    left join states
        on quarters.fiscal_quarter = states.fiscal_quarter
        and states.recency = 1
    left join attribution
        on quarters.fiscal_quarter = attribution.fiscal_quarter

)

select
    joined.*
    {%- for measure in measures %},
    lag({{ measure }}) over (order by starts_on) as {{ measure }}_quarter_before,
    lag({{ measure }}, 4) over (order by starts_on) as {{ measure }}_year_before,
    {{ growth_rate_of(measure ~ ' - lag(' ~ measure ~ ', 4) over (order by starts_on)', 'lag(' ~ measure ~ ', 4) over (order by starts_on)') }} as {{ measure }}_growth
    {%- endfor %},
    {{ growth_rate_of('mature_paid_90d', 'mature_signed_up') }} as paid_90d_rate,
    {{ growth_rate_of('trials_converted', 'trials') }} as trial_conversion_rate,
    {{ growth_rate_of('first_payers_self_serve', 'first_payers') }} as self_serve_share,
    {{ growth_rate_of('live_accounts', 'accounts') }} as live_share,
    {{ safe_divide('people_brought', 'new_people', 4) }} as k_factor
from joined
