-- Every channel in every month, from the visit to the customer. Leads and what follows are counted in the month of the
-- lead (a cohort); costs, sign-ups, bookings and customers in the month in which they happened.
with channel_months as (

    select
        channels.channel,
        months.month_start
    from {{ ref('dim_channels') }} as channels
    cross join (
        select distinct month_start
        from {{ ref('dim_dates') }}
        where month_start between {{ history_start() }} and {{ as_of() }}
    ) as months

),

traffic as (

    select
        channel,
        {{ month_start('session_date') }} as month_start,
        sum(sessions) as sessions
    from {{ ref('agg_web_traffic_daily') }}
    group by channel, {{ month_start('session_date') }}

),

signups as (

    select
        channel,
        month_start,
        sum(weight) as signups
    from {{ ref('fct_attributed_signups') }}
    where attribution_model = 'position_based'
    group by channel, month_start

),

leads as (

    select
        channel,
        lead_month as month_start,
        count(*) as leads,
        {{ count_where('is_mql') }} as mqls,
        {{ count_where('is_sql') }} as sqls,
        {{ count_where('is_opportunity') }} as lead_opportunities,
        {{ count_where('is_won') }} as lead_wins
    from {{ ref('fct_lead_funnel') }}
    group by channel, lead_month

),

costs as (

    select
        channel,
        month_start,
        sum(cost_usd) as cost_usd,
        {{ sum_where("cost_kind = 'advertising'", 'cost_usd') }} as advertising_cost_usd
    from {{ ref('int_campaign_costs_monthly') }}
    group by channel, month_start

),

pipeline as (

    select
        channel,
        created_month as month_start,
        sum(attributed_amount_usd) as pipeline_usd
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = 'position_based'
    group by channel, created_month

),

bookings as (

    select
        channel,
        month_start,
        sum(attributed_acv_usd) as acv_usd
    from {{ ref('fct_attributed_bookings') }}
    where attribution_model = 'position_based'
    group by channel, month_start

),

customers as (

    select
        channel,
        acquired_month as month_start,
        sum(weight) as new_customers,
        sum(attributed_mrr_usd) as new_mrr_usd
    from {{ ref('fct_customer_acquisitions') }}
    group by channel, acquired_month

)

select
    {{ surrogate_key(['channel_months.channel', 'channel_months.month_start']) }} as channel_month_id,
    channel_months.channel,
    channel_months.month_start,
    coalesce(traffic.sessions, 0) as sessions,
    coalesce(signups.signups, 0) as signups,
    coalesce(leads.leads, 0) as leads,
    coalesce(leads.mqls, 0) as mqls,
    coalesce(leads.sqls, 0) as sqls,
    coalesce(leads.lead_opportunities, 0) as lead_opportunities,
    coalesce(leads.lead_wins, 0) as lead_wins,
    coalesce(costs.cost_usd, 0) as cost_usd,
    coalesce(costs.advertising_cost_usd, 0) as advertising_cost_usd,
    coalesce(pipeline.pipeline_usd, 0) as pipeline_usd,
    coalesce(bookings.acv_usd, 0) as acv_usd,
    coalesce(customers.new_customers, 0) as new_customers,
    coalesce(customers.new_mrr_usd, 0) as new_mrr_usd
from channel_months
left join traffic
    on channel_months.channel = traffic.channel
    and channel_months.month_start = traffic.month_start
left join signups
    on channel_months.channel = signups.channel
    and channel_months.month_start = signups.month_start
left join leads
    on channel_months.channel = leads.channel
    and channel_months.month_start = leads.month_start
left join costs
    on channel_months.channel = costs.channel
    and channel_months.month_start = costs.month_start
left join pipeline
    on channel_months.channel = pipeline.channel
    and channel_months.month_start = pipeline.month_start
left join bookings
    on channel_months.channel = bookings.channel
    and channel_months.month_start = bookings.month_start
left join customers
    on channel_months.channel = customers.channel
    and channel_months.month_start = customers.month_start
