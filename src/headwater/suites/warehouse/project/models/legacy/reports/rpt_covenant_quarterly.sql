-- What the bank gets within thirty days of a calendar quarter's end (loan agreement of 2022-04-29, annex 3): cash received, receivables,
-- deferred revenue by months, recurring revenue, and whether the three limits hold. The agreement defines deferral by twelfths and
-- revenue without tax; it was not changed when the books were (FIN-244).
with quarters as (

    select
        {{ fin_quarter('month_dt') }} as calendar_quarter,
        min(month_dt) as first_month,
        max(month_dt) as last_month,
        max(month_end_dt) as quarter_end,
        count(*) as months
    from {{ ref('base_calendar') }}
    group by {{ fin_quarter('month_dt') }}

),

complete as (

    select * from quarters
    where months = 3
        and quarter_end <= {{ as_of() }}

),

deferred as (

    select
        month,
        sum(closing_usd) as deferred_usd,
        sum(case when revenue_kind = 'server' then closing_usd else 0 end) as deferred_server_usd,
        sum(earned_usd) as earned_usd
    from {{ ref('fin_deferred_v1') }}
    group by month

),

earned as (

    select
        {{ fin_quarter('month') }} as calendar_quarter,
        sum(earned_usd) as earned_usd
    from deferred
    group by {{ fin_quarter('month') }}

),

cash as (

    select
        {{ fin_quarter('month') }} as calendar_quarter,
        sum(received_usd) as received_usd,
        sum(net_usd) as net_cash_usd,
        sum(fees_usd) as fees_usd
    from {{ ref('fin_cash_month') }}
    group by {{ fin_quarter('month') }}

),

customers as (

    select
        calendar_quarter,
        sum(open_usd) as open_usd,
        sum(case when oldest_days > 90 then open_usd else 0 end) as open_over_90_usd,
        sum(mrr_usd) as mrr_usd,
        sum(mrr_year_ago_usd) as mrr_year_ago_usd,
        max(share_of_mrr) as largest_share,
        sum(case when paid_rank <= 10 then paid_usd else 0 end) as paid_by_top_ten_usd,
        sum(paid_usd) as paid_usd,
        sum(written_off_usd) as written_off_usd,
        sum(case when attention in ('collect', 'written off') then 1 else 0 end) as customers_to_collect
    from {{ ref('fct_account_money_quarterly_legacy') }}
    group by calendar_quarter

),

measured as (

    select
        complete.calendar_quarter,
        complete.first_month,
        complete.quarter_end,
        coalesce(earned.earned_usd, 0) as earned_usd,
        coalesce(deferred.deferred_usd, 0) as deferred_usd,
        coalesce(deferred.deferred_server_usd, 0) as deferred_server_usd,
        coalesce(cash.received_usd, 0) as received_usd,
        coalesce(cash.net_cash_usd, 0) as net_cash_usd,
        coalesce(cash.fees_usd, 0) as fees_usd,
        coalesce(customers.open_usd, 0) as open_usd,
        coalesce(customers.open_over_90_usd, 0) as open_over_90_usd,
        coalesce(customers.mrr_usd, 0) as mrr_usd,
        coalesce(customers.mrr_year_ago_usd, 0) as mrr_year_ago_usd,
        customers.largest_share,
        {{ safe_divide('customers.paid_by_top_ten_usd', 'customers.paid_usd', 4) }} as top_ten_share,
        {{ safe_divide('customers.open_over_90_usd', 'customers.open_usd', 4) }} as over_90_share,
        coalesce(customers.written_off_usd, 0) as written_off_usd,
        coalesce(customers.customers_to_collect, 0) as customers_to_collect
    from complete
    left join deferred on complete.last_month = deferred.month
    left join earned on complete.calendar_quarter = earned.calendar_quarter
    left join cash on complete.calendar_quarter = cash.calendar_quarter
    left join customers on complete.calendar_quarter = customers.calendar_quarter

)

select
    *,
    sum(received_usd) over (order by first_month rows between 3 preceding and current row) as received_12m_usd,
    -- (a) no customer has more than a quarter of recurring revenue
    coalesce(largest_share, 0) <= 0.25 as holds_concentration,
    -- (b) at most a fifth of receivables is more than 90 days late
    coalesce(over_90_share, 0) <= 0.20 as holds_age,
    -- (c) cash received is at least the revenue earned, over the quarter
    received_usd >= earned_usd as holds_cash
from measured
