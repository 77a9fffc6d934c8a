{{ config(materialized='table') }}

-- One row for every month of an account from the first in which it paid, with zero where it paid nothing: without these
-- rows a churned account would be missing instead of at nothing, and never come back.
with months as (
    {{ months_of_history() }}
),

totals as (
    select
        account_id,
        month_start,
        sum(mrr_usd) as mrr_usd,
        sum(seats) as seats
    from {{ ref('fct_account_mrr_monthly') }}
    group by account_id, month_start
),

first_months as (
    select
        account_id,
        min(month_start) as first_month
    from totals
    group by account_id
),

filled as (
    select
        first_months.account_id,
        months.month_start,
        first_months.first_month,
        {{ money('coalesce(totals.mrr_usd, 0)') }} as mrr_usd,
        coalesce(totals.seats, 0) as seats
    from first_months
    inner join months
        on months.month_start >= first_months.first_month
    left join totals
        on first_months.account_id = totals.account_id
        and months.month_start = totals.month_start
)

select
    account_id,
    month_start,
    first_month,
    mrr_usd,
    seats,
    coalesce(lag(mrr_usd) over (partition by account_id order by month_start), 0) as previous_mrr_usd,
    coalesce(lag(seats) over (partition by account_id order by month_start), 0) as previous_seats,
    month_start > first_month as had_mrr_before
from filled
