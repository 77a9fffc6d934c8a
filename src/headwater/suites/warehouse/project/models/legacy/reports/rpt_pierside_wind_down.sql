-- What is left of Pierside, the importer that came with the company bought in 2020 (docs/legacy/history.md): one-off imports sold, who
-- bought them, and whether they became customers. The purchase price had a part that depended on it; the last instalment was
-- paid in March 2024, and legal wants the list kept until 2027.
with imports as (

    select
        items.item_id,
        items.inv_id,
        items.cust_id_v2 as account_id,
        items.inv_dt,
        items.inv_month,
        items.quantity,
        items.net_usd
    from {{ ref('base_invoice_items') }} as items
    where items.is_pierside = 'Y'
        and items.is_billed = 'Y'

),

by_customer as (

    select
        account_id,
        min(inv_dt) as first_import_on,
        count(distinct inv_id) as import_invoices,
        sum(quantity) as imports,
        sum(net_usd) as imports_usd
    from imports
    group by account_id

),

afterwards as (

    select
        by_customer.account_id,
        max(months.mrr_usd) as peak_mrr_usd,
        sum(months.mrr_usd) as mrr_until_now_usd,
        max(case when months.is_customer then months.month end) as last_customer_month,
        sum(case when months.is_customer then 1 else 0 end) as customer_months
    from by_customer
    inner join {{ ref('fct_customer_months_legacy') }} as months
        on by_customer.account_id = months.account_id
        and months.month >= {{ legacy_month('by_customer.first_import_on') }}
    group by by_customer.account_id

)

select
    by_customer.account_id,
    coalesce(customers.account_name, '(unknown)') as account_name,
    coalesce(customers.region, 'Unassigned') as region,
    by_customer.first_import_on,
    {{ legacy_quarter('by_customer.first_import_on') }} as first_import_quarter,
    by_customer.import_invoices,
    by_customer.imports,
    by_customer.imports_usd,
    coalesce(afterwards.customer_months, 0) as customer_months_since,
    coalesce(afterwards.peak_mrr_usd, 0) as peak_mrr_since_usd,
    coalesce(afterwards.mrr_until_now_usd, 0) as mrr_since_usd,
    afterwards.last_customer_month,
    coalesce(afterwards.last_customer_month = {{ month_start(as_of()) }}, false) as is_still_customer,
    -- the instalment: a tenth of what customers who stayed a year paid for recurring products in it
    case
        when coalesce(afterwards.customer_months, 0) >= 12 then {{ money('afterwards.mrr_until_now_usd / 10') }}
        else 0
    end as counts_for_instalment_usd
from by_customer
left join afterwards on by_customer.account_id = afterwards.account_id
left join {{ ref('dim_customers_legacy') }} as customers on by_customer.account_id = customers.account_id
