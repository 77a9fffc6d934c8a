-- Recognised revenue by account, product line and month, since the beginning.
with monthly as (
    select * from {{ ref('int_revenue_schedule_monthly') }}
    where not is_future
)

select
    account_id,
    month_start,
    product_line,
    {{ money(sum_where("source_type = 'invoice_line'", 'recognized_usd')) }} as gross_revenue_usd,
    {{ money(sum_where("source_type = 'credit_note'", 'recognized_usd')) }} as credited_usd,
    {{ money(sum_where("source_type = 'refund'", 'recognized_usd')) }} as refunded_usd,
    {{ money('sum(recognized_usd)') }} as recognized_revenue_usd
from monthly
group by account_id, month_start, product_line
