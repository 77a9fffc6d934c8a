with months as (
    {{ months_of_history() }}
),

invoiced as (
    select distinct
        lines.subscription_id,
        months.month_start
    from {{ ref('fct_invoice_lines') }} as lines
    inner join months
        on months.month_end >= lines.service_starts_on
        and months.month_end < lines.service_ends_on
    where lines.discount_amount > 0
        and not lines.is_proration
        and lines.product_line = 'cloud'
),

-- still running, and with its coupon, at the end of the month
running as (
    select
        mrr.subscription_id,
        mrr.month_start
    from {{ ref('int_subscription_mrr_monthly') }} as mrr
    inner join {{ ref('dim_subscriptions') }} as subscriptions
        on mrr.subscription_id = subscriptions.subscription_id
    where subscriptions.coupon_id is not null
)

select
    invoiced.subscription_id,
    invoiced.month_start
from invoiced
inner join running
    on invoiced.subscription_id = running.subscription_id
    and invoiced.month_start = running.month_start
left join {{ ref('fct_discounts_monthly') }} as discounts
    on invoiced.subscription_id = discounts.subscription_id
    and invoiced.month_start = discounts.month_start
where discounts.subscription_id is null
