-- The waterfall of a month's billing, in dollars: list price, less discounts, is what was invoiced; less credit notes and
-- refunds, what stays.
with lines as (
    select
        invoiced_month as month_start,
        product_line,
        sum(list_amount_usd) as list_usd,
        sum(discount_usd) as discount_usd,
        sum(amount_usd) as invoiced_usd
    from {{ ref('fct_invoice_lines') }}
    group by invoiced_month, product_line
),

reductions as (
    select
        {{ month_start('booked_on') }} as month_start,
        product_line,
        {{ sum_where("source_type = 'credit_note'", '-amount_usd') }} as credited_usd,
        {{ sum_where("source_type = 'refund'", '-amount_usd') }} as refunded_usd
    from {{ ref('int_revenue_schedule') }}
    where source_type <> 'invoice_line'
    group by {{ month_start('booked_on') }}, product_line
),

joined as (
    select
        coalesce(lines.month_start, reductions.month_start) as month_start,
        coalesce(lines.product_line, reductions.product_line) as product_line,
        coalesce(lines.list_usd, 0) as list_usd,
        coalesce(lines.discount_usd, 0) as discount_usd,
        coalesce(lines.invoiced_usd, 0) as invoiced_usd,
        coalesce(reductions.credited_usd, 0) as credited_usd,
        coalesce(reductions.refunded_usd, 0) as refunded_usd
    from lines
    full join reductions
        on lines.month_start = reductions.month_start
        and lines.product_line = reductions.product_line
)

select
    month_start,
    product_line,
    {{ money('list_usd') }} as list_usd,
    {{ money('discount_usd') }} as discount_usd,
    {{ money('invoiced_usd') }} as invoiced_usd,
    {{ money('credited_usd') }} as credited_usd,
    {{ money('refunded_usd') }} as refunded_usd,
    {{ money('invoiced_usd - credited_usd - refunded_usd') }} as net_usd,
    {{ safe_divide('discount_usd', 'list_usd') }} as discount_share
from joined
