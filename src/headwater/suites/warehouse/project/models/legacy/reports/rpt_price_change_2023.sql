-- How long the old price list of before 19 February 2023 lives on: invoices by list and month, cloud, server and add-ons. The pricing
-- council closes the subject when the old list is below one per cent.
with items as (

    select
        inv_month as month,
        revenue_kind,
        list_no,
        cust_id_v2 as account_id,
        quantity,
        net_usd,
        is_proration
    from {{ ref('base_invoice_items') }}
    where is_billed = 'Y'
        and list_no is not null
        and revenue_kind in ('cloud', 'server', 'add-on')

),

by_month as (

    select
        month,
        revenue_kind,
        count(distinct account_id) as customers,
        count(distinct case when list_no = 1 then account_id end) as customers_on_old_list,
        sum(case when list_no = 1 and not is_proration then net_usd else 0 end) as old_list_usd,
        sum(case when list_no = 2 and not is_proration then net_usd else 0 end) as new_list_usd,
        sum(case when is_proration then net_usd else 0 end) as prorations_usd,
        sum(case when list_no = 1 and not is_proration then quantity else 0 end) as old_list_seats,
        sum(case when list_no = 2 and not is_proration then quantity else 0 end) as new_list_seats
    from items
    group by month, revenue_kind

),

subscriptions as (

    select
        months.month_dt as month,
        prices.revenue_kind,
        count(*) as running,
        sum(case when prices.list_no = 1 then 1 else 0 end) as running_on_old_list,
        sum(case when prices.list_no = 1 then months.seats else 0 end) as seats_on_old_list
    from {{ ref('tmp_sub_months') }} as months
    inner join {{ ref('base_prices') }} as prices on months.price_id = prices.price_id
    where months.pays = 'Y'
    group by months.month_dt, prices.revenue_kind

)

select
    by_month.month,
    by_month.revenue_kind,
    by_month.month >= {{ legacy_month(legacy_price_change_day()) }} as is_after_change,
    {{ legacy_month_no('by_month.month') }} - {{ legacy_month_no(legacy_price_change_day()) }} as months_after_change,
    by_month.customers,
    by_month.customers_on_old_list,
    by_month.old_list_usd,
    by_month.new_list_usd,
    by_month.prorations_usd,
    by_month.old_list_seats,
    by_month.new_list_seats,
    coalesce(subscriptions.running, 0) as subscriptions_running,
    coalesce(subscriptions.running_on_old_list, 0) as subscriptions_on_old_list,
    coalesce(subscriptions.seats_on_old_list, 0) as subscription_seats_on_old_list,
    {{ safe_divide('by_month.old_list_usd', 'by_month.old_list_usd + by_month.new_list_usd', 4) }} as old_list_share
from by_month
left join subscriptions
    on by_month.month = subscriptions.month
    and by_month.revenue_kind = subscriptions.revenue_kind
