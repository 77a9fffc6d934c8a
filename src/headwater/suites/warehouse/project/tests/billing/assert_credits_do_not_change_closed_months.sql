with first_notes as (
    select
        account_id,
        min(credited_month) as first_credited_month
    from {{ ref('fct_credit_notes') }}
    group by account_id
)

select
    revenue.account_id,
    revenue.month_start,
    revenue.credited_usd
from {{ ref('fct_revenue_monthly') }} as revenue
left join first_notes
    on revenue.account_id = first_notes.account_id
where revenue.credited_usd <> 0
    and (first_notes.account_id is null or revenue.month_start < first_notes.first_credited_month)
