{{ config(materialized='table') }}

-- T. Whitlock, 2023-07-20 (FIN-251). The same columns from the new receivables.
with items as (

    select
        month_start as month,
        coalesce(account_id, '(unknown)') as account_id,
        invoice_id,
        days_past_due,
        aging_bucket,
        open_amount_usd
    from {{ ref('fct_receivables_monthly') }}

)

select
    month,
    account_id,
    count(*) as invoices,
    sum(open_amount_usd) as open_usd,
    sum(case when aging_bucket = 'current' then open_amount_usd else 0 end) as not_due_usd,
    sum(case when aging_bucket = '1-30' then open_amount_usd else 0 end) as late_1_30_usd,
    sum(case when aging_bucket = '31-60' then open_amount_usd else 0 end) as late_31_60_usd,
    sum(case when aging_bucket = '61-90' then open_amount_usd else 0 end) as late_61_90_usd,
    sum(case when aging_bucket = '90+' then open_amount_usd else 0 end) as late_over_90_usd,
    max(days_past_due) as oldest_days
from items
group by month, account_id
