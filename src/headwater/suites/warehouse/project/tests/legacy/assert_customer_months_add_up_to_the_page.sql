-- The wide table loses nobody: by month it has the page's customers and recurring revenue, except for payers without an account.
with wide as (

    select
        month,
        sum(case when is_customer then 1 else 0 end) as customers,
        sum(mrr_usd) as mrr_usd
    from {{ ref('fct_customer_months_legacy') }}
    group by month

),

unknown as (

    select
        month_dt as month,
        sum(mrr_usd) as mrr_usd
    from {{ ref('v_mrr') }}
    where cust_id = '(unknown)'
    group by month_dt

)

select
    page.month_dt as month,
    page.customers,
    wide.customers as customers_in_wide,
    page.mrr_usd,
    wide.mrr_usd as mrr_in_wide_usd,
    unknown.mrr_usd as mrr_of_unknown_usd
from {{ ref('v_month_page') }} as page
left join wide on page.month_dt = wide.month
left join unknown on page.month_dt = unknown.month
where page.customers <> coalesce(wide.customers, 0)
    or abs(page.mrr_usd - coalesce(wide.mrr_usd, 0) - coalesce(unknown.mrr_usd, 0)) > 0.01
