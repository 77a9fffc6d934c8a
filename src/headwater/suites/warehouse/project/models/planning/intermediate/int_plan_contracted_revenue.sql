-- revenue of the coming months that is invoiced already, and revenue that will be invoiced if what recurs today goes on: the two
-- halves of the revenue estimate
with schedule as (
    select * from {{ ref('int_revenue_schedule_monthly') }}
),

months as (
    select * from {{ ref('int_plan_months') }}
),

products as (
    select '4000' as account_code, 'cloud' as product_line
    union all
    select '4100', 'self_managed'
    union all
    select '4200', 'addon'
    union all
    select '4300', 'services'
),

contracted as (
    select
        schedule.month_start,
        products.account_code,
        sum(schedule.recognized_usd) as contracted_usd
    from schedule
    inner join products
        on schedule.product_line = products.product_line
    where schedule.is_future
    group by schedule.month_start, products.account_code
),

recurring as (
    select
        products.account_code,
        sum(mrr.mrr_usd) as mrr_usd
    from {{ ref('fct_account_mrr_monthly') }} as mrr
    inner join products
        on mrr.product_line = products.product_line
    where mrr.month_start = {{ month_start(as_of()) }}
    group by products.account_code
),

kept as (
    -- by how much recurring revenue changes a month without new customers, from the bridge of the last twelve months; not
    -- compounded, since a fiscal year is short
    select
        {{ safe_divide('sum(churn_arr_usd + contraction_arr_usd + expansion_arr_usd)', 'sum(opening_arr_usd)', 8) }} as monthly_change
    from {{ ref('agg_arr_monthly') }}
    where month_start > {{ to_date(date_add_months(month_start(as_of()), -12)) }}
),

ahead as (
    select
        months.month_start,
        months.months_ahead,
        products.account_code
    from months
    cross join products
    where months.months_ahead > 0
)

select
    ahead.month_start,
    ahead.months_ahead,
    ahead.account_code,
    {{ money('coalesce(contracted.contracted_usd, 0)') }} as contracted_usd,
    {{ money('coalesce(recurring.mrr_usd, 0)') }} as recurring_mrr_usd,
    {{ money('cast(coalesce(recurring.mrr_usd, 0) as double precision) * (1 + kept.monthly_change * ahead.months_ahead)') }} as kept_mrr_usd,
    {{ money('greatest(coalesce(contracted.contracted_usd, 0), cast(coalesce(recurring.mrr_usd, 0) as double precision) * (1 + kept.monthly_change * ahead.months_ahead))') }} as estimate_usd
from ahead
cross join kept
left join contracted
    on ahead.month_start = contracted.month_start
    and ahead.account_code = contracted.account_code
left join recurring
    on ahead.account_code = recurring.account_code
