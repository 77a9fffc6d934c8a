{%- set change_on = '2023-02-19' -%}
{%- set plans = ['team', 'business', 'enterprise'] -%}
{%- set spans = {'before': -6, 'after': 0, 'later': 6, 'year_later': 12} -%}

-- What the price increase of {{ change_on }} did (PRICE-7: all plans, lists only; customers moved at their next renewal). Half-years
-- around the first full month after it, by plan and how the plan was bought: sign-ups of subscriptions, seats, what a seat pays, trials
-- and their conversion, cancellations.
--
-- The month of the change itself is in neither half-year. Hard-coded on purpose: the next increase gets a page of its own, as
-- two increases on one page would need a model of what is whose effect.

with change as (

    select
        cast('{{ change_on }}' as date) as changed_on,
        {{ to_date(date_add_months("cast('" ~ change_on ~ "' as date)", 1)) }} as month_after
    from (select 1 as one) as single

),

spans as (

    {%- for span, months in spans.items() %}
    select
        '{{ span }}' as span,
        {{ loop.index }} as span_order,
        {% if span == 'before' -%}
        {{ to_date(date_add_months(month_start('changed_on'), months)) }} as starts_on,
        {{ month_start('changed_on') }} as ends_before
        {%- else -%}
        {{ to_date(date_add_months(month_start('month_after'), months)) }} as starts_on,
        {{ to_date(date_add_months(month_start('month_after'), months + 6)) }} as ends_before
        {%- endif %}
    from change
    {{ 'union all' if not loop.last }}
    {%- endfor %}

),

subscriptions as (

    select
        subscription_id,
        account_id,
        plan_code,
        billing_interval,
        started_on,
        first_paid_on,
        canceled_on,
        seats,
        began_with_trial,
        converted_from_trial
    from {{ ref('dim_subscriptions') }}
    where plan_code in ({% for plan in plans %}'{{ plan }}'{{ ', ' if not loop.last }}{% endfor %})

),

reportable as (

    select account_id
    from {{ ref('dim_accounts') }}
    where is_reportable

),

started as (

    select
        spans.span,
        subscriptions.plan_code,
        subscriptions.billing_interval,
        count(*) as subscriptions_started,
        {{ count_where('subscriptions.began_with_trial') }} as with_trial,
        {{ count_where('subscriptions.converted_from_trial') }} as trials_converted,
        sum(subscriptions.seats) as seats_today
    from spans
    inner join subscriptions
        on subscriptions.started_on >= spans.starts_on
        and subscriptions.started_on < spans.ends_before
    inner join reportable
        on subscriptions.account_id = reportable.account_id
    group by spans.span, subscriptions.plan_code, subscriptions.billing_interval

),

canceled as (

    select
        spans.span,
        subscriptions.plan_code,
        subscriptions.billing_interval,
        count(*) as subscriptions_canceled,
        {{ count_where(date_diff_days('subscriptions.started_on', 'subscriptions.canceled_on') ~ ' <= 90') }} as canceled_within_90d
    from spans
    inner join subscriptions
        on subscriptions.canceled_on >= spans.starts_on
        and subscriptions.canceled_on < spans.ends_before
    inner join reportable
        on subscriptions.account_id = reportable.account_id
    group by spans.span, subscriptions.plan_code, subscriptions.billing_interval

),

changes as (

    select
        spans.span,
        changes.plan_code,
        subscriptions.billing_interval,
        {{ count_where('changes.is_price_increase') }} as increases_reached,
        {{ sum_where('changes.is_price_increase', 'changes.list_mrr_change_usd') }} as increase_list_mrr_usd,
        {{ count_where("changes.seats < changes.previous_seats") }} as seat_cuts,
        sum(case when changes.seats < changes.previous_seats then changes.previous_seats - changes.seats else 0 end) as seats_cut
    from spans
    inner join {{ ref('fct_subscription_changes') }} as changes
        on changes.changed_on >= spans.starts_on
        and changes.changed_on < spans.ends_before
    inner join subscriptions
        on changes.subscription_id = subscriptions.subscription_id
    inner join reportable
        on changes.account_id = reportable.account_id
    where changes.plan_code in ({% for plan in plans %}'{{ plan }}'{{ ', ' if not loop.last }}{% endfor %})
    group by spans.span, changes.plan_code, subscriptions.billing_interval

),

list_prices as (

    select
        plan_code,
        billing_interval,
        max(case when price_version = 1 then monthly_unit_amount_usd end) as old_price_usd,
        max(case when price_version = 2 then monthly_unit_amount_usd end) as new_price_usd
    from {{ ref('dim_prices') }}
    where currency = '{{ var("reporting_currency") }}'
    group by plan_code, billing_interval

),

cells as (

    select
        spans.span,
        spans.span_order,
        spans.starts_on,
        spans.ends_before,
        plans.plan_code,
        plans.billing_interval
    from spans
    cross join (
        select distinct
            plan_code,
            billing_interval
        from subscriptions
    ) as plans

),

joined as (

    select
        cells.*,
        list_prices.old_price_usd,
        list_prices.new_price_usd,
        coalesce(started.subscriptions_started, 0) as subscriptions_started,
        coalesce(started.with_trial, 0) as with_trial,
        coalesce(started.trials_converted, 0) as trials_converted,
        coalesce(started.seats_today, 0) as seats_today,
        coalesce(canceled.subscriptions_canceled, 0) as subscriptions_canceled,
        coalesce(canceled.canceled_within_90d, 0) as canceled_within_90d,
        coalesce(changes.increases_reached, 0) as increases_reached,
        coalesce(changes.increase_list_mrr_usd, 0) as increase_list_mrr_usd,
        coalesce(changes.seat_cuts, 0) as seat_cuts,
        coalesce(changes.seats_cut, 0) as seats_cut
    from cells
    left join list_prices
        on cells.plan_code = list_prices.plan_code
        and cells.billing_interval = list_prices.billing_interval
    left join started
        on cells.span = started.span
        and cells.plan_code = started.plan_code
        and cells.billing_interval = started.billing_interval
    left join canceled
        on cells.span = canceled.span
        and cells.plan_code = canceled.plan_code
        and cells.billing_interval = canceled.billing_interval
    left join changes
        on cells.span = changes.span
        and cells.plan_code = changes.plan_code
        and cells.billing_interval = changes.billing_interval

)

select
    {{ surrogate_key(['span', 'plan_code', 'billing_interval']) }} as readout_id,
    span,
    span_order,
    starts_on,
    ends_before,
    plan_code,
    billing_interval,
    old_price_usd,
    new_price_usd,
    {{ growth_rate_of('new_price_usd - old_price_usd', 'old_price_usd') }} as increase_rate,
    subscriptions_started,
    with_trial,
    trials_converted,
    seats_today,
    subscriptions_canceled,
    canceled_within_90d,
    increases_reached,
    increase_list_mrr_usd,
    seat_cuts,
    seats_cut,
    {{ growth_rate_of('trials_converted', 'with_trial') }} as trial_conversion_rate,
    {{ growth_rate_of('subscriptions_canceled', 'subscriptions_started') }} as canceled_per_started,
    subscriptions_started - max(case when span = 'before' then subscriptions_started end) over (partition by plan_code, billing_interval) as started_vs_before,
    {{ growth_points(
        growth_rate_of('trials_converted', 'with_trial'),
        'max(case when span = \'before\' then ' ~ growth_rate_of('trials_converted', 'with_trial') ~ ' end) over (partition by plan_code, billing_interval)'
    ) }} as conversion_points_vs_before
from joined
