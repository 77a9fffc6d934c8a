{{ config(materialized='table') }}

-- T. Whitlock, 2022-06-15; limits of the credit committee of 2022-05-30. How much a customer may owe: twice what it paid in an average
-- quarter of the last four, at least 2,000 and at most 150,000 dollars; half of that if more than a quarter of its invoices were late,
-- nothing if something was written off. Who has paid for less than two quarters gets the minimum.
with quarters as (

    select
        account_id,
        calendar_quarter,
        first_month,
        invoices,
        late_invoices,
        written_off_usd,
        paid_usd,
        open_usd,
        oldest_days
    from {{ ref('fin_customer_quarter') }}
    where account_id <> '(unknown)'

),

recent as (

    select
        account_id,
        sum(paid_usd) as paid_usd,
        sum(case when paid_usd > 0 then 1 else 0 end) as paying_quarters,
        sum(invoices) as invoices,
        sum(late_invoices) as late_invoices
    from quarters
    where first_month >= {{ to_date(date_add_months(month_start(as_of()), -11)) }}
    group by account_id

),

ever as (

    select
        account_id,
        sum(written_off_usd) as written_off_usd,
        max(case when first_month = {{ to_date(date_add_months(month_start(as_of()), -2)) }} then open_usd end) as open_usd,
        max(case when first_month = {{ to_date(date_add_months(month_start(as_of()), -2)) }} then oldest_days end) as oldest_days
    from quarters
    group by account_id

),

rated as (

    select
        ever.account_id,
        coalesce(recent.paid_usd, 0) as paid_usd,
        coalesce(recent.paying_quarters, 0) as paying_quarters,
        coalesce(recent.invoices, 0) as invoices,
        coalesce(recent.late_invoices, 0) as late_invoices,
        ever.written_off_usd,
        coalesce(ever.open_usd, 0) as open_usd,
        coalesce(ever.oldest_days, 0) as oldest_days,
        case
            when ever.written_off_usd > 0 then 'written off'
            when coalesce(recent.paying_quarters, 0) < 2 then 'new'
            when recent.late_invoices * 4 > recent.invoices then 'late'
            else 'good'
        end as rating
    from ever
    left join recent on ever.account_id = recent.account_id

),

limits as (

    select
        *,
        {{ money('least(greatest(2 * paid_usd / 4, 2000), 150000)') }} as full_limit_usd
    from rated

)

select
    account_id,
    rating,
    paid_usd,
    paying_quarters,
    invoices,
    late_invoices,
    written_off_usd,
    open_usd,
    oldest_days,
    {{ money("case rating when 'written off' then 0 when 'new' then 2000 when 'late' then full_limit_usd / 2 else full_limit_usd end") }} as limit_usd,
    open_usd > {{ money("case rating when 'written off' then 0 when 'new' then 2000 when 'late' then full_limit_usd / 2 else full_limit_usd end") }} as is_over_limit
from limits
