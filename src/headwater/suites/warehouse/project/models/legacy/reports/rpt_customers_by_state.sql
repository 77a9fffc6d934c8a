-- Customers by size class, region and what they do today. The sheet's states; "pays and does not use" is the list that customer success
-- calls through.
with customers as (

    select * from {{ ref('dim_customers_legacy') }}
    where is_counted

),

last_months as (

    select
        account_id,
        sum(people) as people_3m,
        sum(tickets) as tickets_3m,
        sum(revenue_usd) as revenue_3m_usd,
        {{ keel_ever("month_state = 'quiet'") }} as was_quiet,
        {{ keel_ever("mrr_move = 'down'") }} as went_down
    from {{ ref('fct_customer_months_legacy') }}
    where month > {{ to_date(date_add_months(month_start(as_of()), -3)) }}
    group by account_id

)

select
    customers.state,
    customers.region,
    customers.size_class,
    count(*) as customers,
    sum(customers.mrr_usd) as mrr_usd,
    sum(customers.seats) as seats,
    sum(customers.invoiced_usd) as invoiced_usd,
    sum(customers.paid_usd) as paid_usd,
    sum(customers.given_back_usd) as given_back_usd,
    sum(case when customers.credit_rating in ('late', 'written off') then 1 else 0 end) as badly_rated,
    sum(case when customers.is_over_limit then 1 else 0 end) as over_limit,
    sum(case when customers.first_trial_on is not null then 1 else 0 end) as began_with_trial,
    sum(case when customers.pays_in_several_currencies then 1 else 0 end) as in_several_currencies,
    sum(coalesce(last_months.people_3m, 0)) as people_3m,
    sum(coalesce(last_months.tickets_3m, 0)) as tickets_3m,
    sum(coalesce(last_months.was_quiet, 0)) as quiet_in_3m,
    sum(coalesce(last_months.went_down, 0)) as went_down_in_3m,
    sum(customers.support_minutes_12m) as support_minutes_12m,
    {{ keel_ratio('sum(customers.good_marks)', 'sum(customers.marks)') }} as satisfaction,
    {{ keel_ratio('sum(customers.mrr_usd)', 'count(*)', 2) }} as mrr_per_customer_usd
from customers
left join last_months on customers.account_id = last_months.account_id
group by customers.state, customers.region, customers.size_class
