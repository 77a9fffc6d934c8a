{{ config(materialized='incremental', event_time='month_start', unique_key=['account_id', 'month_start', 'product_line'], incremental_strategy='delete+insert') }}

-- Recognised revenue by account, product line and month, since the beginning.
with monthly as (
    select * from {{ ref('int_revenue_schedule_monthly') }}
    where
        not is_future
        {%- if is_incremental() %}
        and month_start >= (select {{ date_add_days('max(month_start)', -130) }} from {{ this }})
        {%- endif %}
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
