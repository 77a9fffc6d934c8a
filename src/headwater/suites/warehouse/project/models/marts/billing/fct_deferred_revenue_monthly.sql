-- The roll-forward of deferred revenue: what was deferred, plus what was billed, less what was credited and given back,
-- less what was earned. Below zero where service runs ahead of its invoice.
with booked as (
    select
        account_id,
        product_line,
        {{ month_start('booked_on') }} as month_start,
        {{ sum_where("source_type = 'invoice_line'", 'amount_usd') }} as billed_usd,
        {{ sum_where("source_type <> 'invoice_line'", 'amount_usd') }} as credited_usd,
        0 as recognized_usd
    from {{ ref('int_revenue_schedule') }}
    group by account_id, product_line, {{ month_start('booked_on') }}
),

recognized as (
    select
        account_id,
        product_line,
        month_start,
        0 as billed_usd,
        0 as credited_usd,
        sum(recognized_usd) as recognized_usd
    from {{ ref('int_revenue_schedule_monthly') }}
    where not is_future
    group by account_id, product_line, month_start
),

unioned as (
    select * from booked
    union all
    select * from recognized
),

moved as (
    select
        account_id,
        product_line,
        month_start,
        sum(billed_usd) as billed_usd,
        sum(credited_usd) as credited_usd,
        sum(recognized_usd) as recognized_usd
    from unioned
    group by account_id, product_line, month_start
),

first_months as (
    select
        account_id,
        product_line,
        min(month_start) as first_month
    from moved
    group by account_id, product_line
),

months as (
    {{ months_of_history() }}
),

filled as (
    select
        first_months.account_id,
        first_months.product_line,
        months.month_start,
        coalesce(moved.billed_usd, 0) as billed_usd,
        coalesce(moved.credited_usd, 0) as credited_usd,
        coalesce(moved.recognized_usd, 0) as recognized_usd
    from first_months
    inner join months
        on months.month_start >= first_months.first_month
    left join moved
        on first_months.account_id = moved.account_id
        and first_months.product_line = moved.product_line
        and months.month_start = moved.month_start
),

balanced as (
    select
        *,
        sum(billed_usd + credited_usd - recognized_usd) over (
            partition by account_id, product_line order by month_start rows unbounded preceding
        ) as closing_usd
    from filled
)

select
    account_id,
    month_start,
    product_line,
    {{ money('closing_usd - billed_usd - credited_usd + recognized_usd') }} as opening_deferred_usd,
    {{ money('billed_usd') }} as billed_usd,
    {{ money('credited_usd') }} as credited_usd,
    {{ money('recognized_usd') }} as recognized_usd,
    {{ money('closing_usd') }} as closing_deferred_usd
from balanced
