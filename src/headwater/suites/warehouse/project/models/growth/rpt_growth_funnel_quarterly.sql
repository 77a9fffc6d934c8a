{%- set steps = ['active', 'core_action', 'invited', 'returned', 'paid'] -%}

-- The acquisition page of the quarterly: sign-up cohorts of a fiscal quarter by channel group, from the visit to money, with what the
-- channel cost. Quarters whose last cohort is younger than 90 days are marked; nobody should compare their rates.
--
-- Costs are marketing's (agg_channel_monthly). They are by the month in which the money was spent, cohorts by the month of the
-- sign-up, so a campaign of January whose people come in February looks cheap in one quarter and dear in another.

with cohorts as (

    select
        fiscal_quarter,
        value as channel_group,
        sum(signed_up) as signed_up,
        sum(new_accounts) as new_accounts,
        sum(visits) as visits,
        sum(mrr_90d_usd) as mrr_90d_usd,
        max(case when is_mature then 0 else 1 end) as has_immature_month
        {%- for step in steps %},
        sum({{ step }}) as {{ step }}
        {%- endfor %}
        {%- for step in steps if step != 'invited' %},
        sum(closed_{{ step }}) as closed_{{ step }}
        {%- endfor %}
    from {{ ref('agg_growth_funnel_monthly') }}
    where dimension = 'channel_group'
    group by fiscal_quarter, value

),

costs as (

    select
        {{ fiscal_quarter('channels.month_start') }} as fiscal_quarter,
        {{ growth_channel_group('channels.channel') }} as channel_group,
        sum(channels.cost_usd) as cost_usd,
        sum(channels.advertising_cost_usd) as advertising_cost_usd,
        sum(channels.sessions) as sessions,
        sum(channels.leads) as leads
    from {{ ref('agg_channel_monthly') }} as channels
    group by 1, 2

),

totals as (

    select
        fiscal_quarter,
        sum(signed_up) as all_signed_up,
        sum(mrr_90d_usd) as all_mrr_90d_usd
    from cohorts
    group by fiscal_quarter

),

joined as (

    select
        cohorts.*,
        totals.all_signed_up,
        totals.all_mrr_90d_usd,
        coalesce(costs.cost_usd, 0) as cost_usd,
        coalesce(costs.advertising_cost_usd, 0) as advertising_cost_usd,
        coalesce(costs.sessions, 0) as sessions,
        coalesce(costs.leads, 0) as leads
    from cohorts
    inner join totals
        on cohorts.fiscal_quarter = totals.fiscal_quarter
    left join costs
        on cohorts.fiscal_quarter = costs.fiscal_quarter
        and cohorts.channel_group = costs.channel_group

)

select
    {{ surrogate_key(['fiscal_quarter', 'channel_group']) }} as funnel_quarter_id,
    fiscal_quarter,
    channel_group,
    has_immature_month = 0 as is_mature,
    sessions,
    leads,
    signed_up,
    new_accounts,
    {{ growth_rate_of('signed_up', 'all_signed_up') }} as share_of_signups
    {%- for step in steps %},
    {{ step }},
    {{ growth_rate_of(step, 'signed_up') }} as {{ step }}_rate
    {%- endfor %},
    closed_paid,
    {{ growth_rate_of('closed_active', 'signed_up') }} as closed_active_rate,
    {{ growth_rate_of('closed_core_action', 'closed_active') }} as closed_core_action_rate,
    {{ growth_rate_of('closed_returned', 'closed_core_action') }} as closed_returned_rate,
    {{ growth_rate_of('closed_paid', 'closed_returned') }} as closed_paid_rate,
    mrr_90d_usd,
    {{ growth_rate_of('mrr_90d_usd', 'all_mrr_90d_usd') }} as share_of_mrr_90d,
    cost_usd,
    advertising_cost_usd,
    {{ safe_divide('cost_usd', 'signed_up', 2) }} as cost_per_signup_usd,
    {{ safe_divide('cost_usd', 'active', 2) }} as cost_per_active_usd,
    {{ safe_divide('cost_usd', 'paid', 2) }} as cost_per_paid_usd,
    {{ safe_divide('mrr_90d_usd', 'cost_usd', 4) }} as mrr_90d_per_cost
from joined
