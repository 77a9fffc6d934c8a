-- The fifty customers who make most work, and what they pay for it. Support shows it to sales before renewals.
with work as (

    select * from {{ ref('sup_customer_load') }}

),

totals as (

    select
        sum(minutes_of_work) as all_minutes,
        sum(mrr_12m_usd) as all_mrr_usd
    from work

),

months as (

    select
        account_id,
        sum(tickets) as tickets_ever,
        sum(high_and_urgent) as urgent_ever,
        max(case when is_customer then month end) as last_customer_month,
        min(case when is_customer then month end) as first_customer_month
    from {{ ref('fct_customer_months_legacy') }}
    group by account_id

),

customers as (

    select
        account_id,
        state,
        arr_band,
        credit_rating,
        country_code
    from {{ ref('dim_customers_legacy') }}

)

select
    work.work_rank,
    work.cust_id as account_id,
    work.cust_name as account_name,
    work.region,
    work.size_class,
    customers.country_code,
    customers.state,
    customers.arr_band,
    customers.credit_rating,
    work.tickets,
    work.high_and_urgent,
    work.defects,
    work.answers,
    work.minutes_of_work,
    work.late_ones,
    work.bad_marks,
    work.mrr_12m_usd,
    work.minutes_for_1000_usd,
    coalesce(months.tickets_ever, 0) as tickets_ever,
    coalesce(months.urgent_ever, 0) as urgent_ever,
    months.first_customer_month,
    months.last_customer_month,
    {{ safe_divide('work.minutes_of_work', 'totals.all_minutes') }} as share_of_work,
    {{ safe_divide('work.mrr_12m_usd', 'totals.all_mrr_usd') }} as share_of_mrr,
    sum(work.minutes_of_work) over (order by work.work_rank rows unbounded preceding) as minutes_so_far
from work
cross join totals
left join months on work.cust_id = months.account_id
left join customers on work.cust_id = customers.account_id
where work.work_rank <= 50
