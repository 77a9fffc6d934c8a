-- Every customer of the page is on one of the three sheets.
with sheets as (

    select month, sum(customers) as customers from {{ ref('amer_customers_month') }} group by month
    union all
    select month, sum(customers) as customers from {{ ref('emea_customers_month') }} group by month
    union all
    select month, sum(customers) as customers from {{ ref('apac_customers_month') }} group by month

),

summed as (

    select
        month,
        sum(customers) as customers
    from sheets
    group by month

),

page as (

    select
        month_dt as month,
        count(*) as customers
    from {{ ref('v_customers') }}
    group by month_dt

)

select
    page.month,
    page.customers as customers_of_the_page,
    summed.customers as customers_of_the_sheets
from page
left join summed on page.month = summed.month
where page.customers <> coalesce(summed.customers, 0)
