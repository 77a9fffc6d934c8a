-- Billing trouble of six months. A late payment that ends in dunning is one trouble, not two: the same invoice counts once.
with events as (
    select
        account_id,
        document_id,
        min(happened_on) as happened_on,
        {{ any_true("trouble = 'dunning'") }} as has_dunning,
        max(amount_usd) as amount_usd
    from {{ ref('int_cs_billing_trouble_events') }}
    group by account_id, document_id
),

monthly as (
    select
        account_id,
        {{ month_start('happened_on') }} as month_start,
        count(*) as troubles,
        {{ count_where('has_dunning') }} as dunnings,
        sum(amount_usd) as amount_usd
    from events
    group by account_id, {{ month_start('happened_on') }}
),

filled as (
    select
        months.account_id,
        months.month_start,
        coalesce(monthly.troubles, 0) as troubles,
        coalesce(monthly.dunnings, 0) as dunnings,
        coalesce(monthly.amount_usd, 0) as amount_usd
    from {{ ref('int_cs_account_months') }} as months
    left join monthly
        on months.account_id = monthly.account_id
        and months.month_start = monthly.month_start
)

select
    *,
    {{ cs_last_months('troubles', 6) }} as troubles_6m,
    {{ cs_last_months('dunnings', 3) }} as dunnings_3m
from filled
