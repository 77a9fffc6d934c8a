-- One row an account with all that it pays: what account managers open before they call.
with accounts as (
    select * from {{ ref('dim_accounts') }}
    where is_reportable
),

recurring as (
    select
        cust_id as account_id,
        mrr_usd,
        seats
    from {{ ref('v_mrr_v2') }}
    where month_dt = {{ month_start(as_of()) }}
),

revenue as (
    select
        account_id,
        min(month_start) as first_revenue_month,
        sum(recognized_revenue_usd) as lifetime_revenue_usd,
        {{ sum_where("month_start > " ~ to_date(date_add_months(month_start(as_of()), -12)), 'recognized_revenue_usd') }} as revenue_12_months_usd
    from {{ ref('fct_revenue_monthly') }}
    group by account_id
),

receivables as (
    select
        account_id,
        open_usd,
        oldest_days as days_past_due
    from {{ ref('fin_receivables_v2') }}
    where month = {{ month_start(as_of()) }}
)

select
    accounts.account_id,
    accounts.account_name,
    accounts.segment,
    accounts.region,
    {{ annualise('coalesce(recurring.mrr_usd, 0)') }} as arr_usd,
    {{ arr_band(annualise('coalesce(recurring.mrr_usd, 0)')) }} as arr_band,
    coalesce(recurring.seats, 0) as seats,
    revenue.first_revenue_month,
    {{ money('coalesce(revenue.lifetime_revenue_usd, 0)') }} as lifetime_revenue_usd,
    {{ money('coalesce(revenue.revenue_12_months_usd, 0)') }} as revenue_12_months_usd,
    {{ money('coalesce(receivables.open_usd, 0)') }} as open_usd,
    greatest(coalesce(receivables.days_past_due, 0), 0) as days_past_due
from accounts
left join recurring
    on accounts.account_id = recurring.account_id
left join revenue
    on accounts.account_id = revenue.account_id
left join receivables
    on accounts.account_id = receivables.account_id
where recurring.account_id is not null
    or revenue.account_id is not null
    or receivables.account_id is not null
