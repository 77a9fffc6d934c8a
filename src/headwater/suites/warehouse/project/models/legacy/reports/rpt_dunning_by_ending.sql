-- Failed payments by the month of the first failure and how they ended, old counting: an invoice whose first try failed is one case.
-- Collections reads it next to rpt_dunning, which has episodes.
with cases as (

    select * from {{ ref('v_dunning') }}

),

customers as (

    select
        account_id,
        credit_rating,
        is_over_limit
    from {{ ref('dim_customers_legacy') }}

),

joined as (

    select
        cases.*,
        coalesce(customers.credit_rating, 'no invoice') as credit_rating,
        coalesce(customers.is_over_limit, false) as is_over_limit
    from cases
    left join customers on cases.cust_id = customers.account_id

),

by_month as (

    select
        failure_month as month,
        inv_kind,
        ending,
        count(*) as cases,
        sum(gross_usd) as gross_usd,
        sum(tries) as tries,
        sum(failures) as failures,
        sum(coalesce(days_to_recovery, 0)) as days_to_recovery,
        sum(case when was_called = 'Y' then 1 else 0 end) as called,
        sum(case when sub_ended = 'Y' then 1 else 0 end) as subscriptions_ended,
        sum(case when credit_rating in ('late', 'written off') then 1 else 0 end) as badly_rated,
        sum(case when is_over_limit then 1 else 0 end) as over_limit
    from joined
    group by failure_month, inv_kind, ending

),

totals as (

    select
        failure_month as month,
        inv_kind,
        count(*) as all_cases,
        sum(gross_usd) as all_gross_usd
    from joined
    group by failure_month, inv_kind

)

select
    by_month.month,
    by_month.inv_kind,
    by_month.ending,
    by_month.cases,
    by_month.gross_usd,
    by_month.tries,
    by_month.failures,
    by_month.called,
    by_month.subscriptions_ended,
    by_month.badly_rated,
    by_month.over_limit,
    {{ safe_divide('by_month.days_to_recovery', 'by_month.cases', 1) }} as average_days_to_recovery,
    {{ safe_divide('by_month.cases', 'totals.all_cases', 4) }} as share_of_cases,
    {{ safe_divide('by_month.gross_usd', 'totals.all_gross_usd', 4) }} as share_of_amount
from by_month
inner join totals
    on by_month.month = totals.month
    and by_month.inv_kind = totals.inv_kind
