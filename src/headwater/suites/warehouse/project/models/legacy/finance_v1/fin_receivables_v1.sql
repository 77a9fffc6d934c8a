{{ config(materialized='table') }}

-- T. Whitlock, 2022-03-15. Receivables by month, customer and age from the first layer's open items. Customers that nobody could match
-- are one line, '(unknown)'. A paid invoice is followed for a month after its payment, no longer, so a charge that comes back
-- after that is missing here.
with items as (

    select
        items.month_dt as month,
        items.cust_id_v1 as account_id,
        items.inv_kind,
        items.inv_id,
        items.days_late,
        {{ legacy_usd('items.open_amount', 'rates.closing_rate') }} as open_usd
    from {{ ref('tmp_open_items') }} as items
    inner join {{ ref('base_rates_month') }} as rates
        on items.currency = rates.currency
        and items.month_dt = rates.month_dt

)

select
    month,
    account_id,
    count(*) as invoices,
    sum(open_usd) as open_usd,
    sum(case when days_late <= 0 then open_usd else 0 end) as not_due_usd,
    sum(case when days_late between 1 and 30 then open_usd else 0 end) as late_1_30_usd,
    sum(case when days_late between 31 and 60 then open_usd else 0 end) as late_31_60_usd,
    sum(case when days_late between 61 and 90 then open_usd else 0 end) as late_61_90_usd,
    sum(case when days_late > 90 then open_usd else 0 end) as late_over_90_usd,
    max(days_late) as oldest_days
from items
group by month, account_id
