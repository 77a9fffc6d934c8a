-- When what is deferred today will be earned: the months to come, if nothing else is ever sold.
with future_months as (
    select
        month_start,
        product_line,
        sum(recognized_usd) as to_be_recognized_usd
    from {{ ref('int_revenue_schedule_monthly') }}
    where is_future
    group by month_start, product_line
)

select
    month_start,
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    product_line,
    {{ money('to_be_recognized_usd') }} as to_be_recognized_usd,
    cast({{ date_diff_months(as_of(), 'month_start') }} as integer) as months_ahead
from future_months
