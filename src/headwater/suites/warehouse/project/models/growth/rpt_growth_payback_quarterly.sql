-- Payback by channel group at 6, 12, 18 and 24 months, next to marketing's figure for the same quarter. For the budget round.
with curves as (

    select * from {{ ref('agg_growth_payback_curves') }}

),

marks as (

    select
        fiscal_quarter,
        channel_group,
        max(accounts) as accounts,
        max(ever_paid) as ever_paid,
        max(cost_usd) as cost_usd,
        max(payback_month) as payback_month,
        max(month_number) as months_seen
        {%- for mark in [6, 12, 18, 24] %},
        max(case when month_number = {{ mark }} then margin_per_cost end) as margin_per_cost_m{{ mark }},
        max(case when month_number = {{ mark }} then revenue_to_date_usd end) as revenue_m{{ mark }}_usd
        {%- endfor %}
    from curves
    group by fiscal_quarter, channel_group

),

marketing as (

    select
        fiscal_quarter,
        {{ growth_channel_group('channel') }} as channel_group,
        sum(cost_usd) as marketing_cost_usd,
        sum(new_customers) as marketing_new_customers,
        sum(new_mrr_usd) as marketing_new_mrr_usd
    from {{ ref('agg_channel_payback_quarterly') }}
    group by 1, 2

)

select
    {{ surrogate_key(['marks.fiscal_quarter', 'marks.channel_group']) }} as payback_quarter_id,
    marks.fiscal_quarter,
    marks.channel_group,
    marks.accounts,
    marks.ever_paid,
    marks.cost_usd,
    marks.months_seen,
    marks.payback_month,
    case
        when marks.cost_usd = 0 then 'no cost'
        when marks.payback_month is not null then 'paid back'
        when marks.months_seen < 12 then 'too early'
        else 'not yet'
    end as payback_state
    {%- for mark in [6, 12, 18, 24] %},
    marks.margin_per_cost_m{{ mark }},
    marks.revenue_m{{ mark }}_usd
    {%- endfor %},
    coalesce(marketing.marketing_new_customers, 0) as marketing_new_customers,
    coalesce(marketing.marketing_new_mrr_usd, 0) as marketing_new_mrr_usd,
    {{ payback_months('marketing.marketing_cost_usd', 'marketing.marketing_new_mrr_usd') }} as marketing_payback_months,
    {{ safe_divide('marks.cost_usd', 'marks.ever_paid', 2) }} as cost_per_payer_usd
from marks
left join marketing
    on marks.fiscal_quarter = marketing.fiscal_quarter
    and marks.channel_group = marketing.channel_group
