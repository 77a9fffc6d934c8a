{{ config(materialized='table') }}

-- T. Whitlock, 2022-09-13; plan of sales of FY23, signed 2022-02-07, valid until further notice. Commission on deals won by the month of the
-- closing day, in dollars of that day:
--   new business 8 % of the first year, 10 % from the second deal of a month on; expansion 6 %; renewal 2 %
--   terms of 24 months and more: a quarter more; SMB segment is not paid for renewals
--   deals below 1,000 dollars a year are not paid; the cap of a deal is 40,000 dollars
-- Claw-back: a deal whose account never paid an invoice within 120 days is taken back in the month in which the 120 days end.
with deals as (

    select
        deals.deal_id,
        deals.cust_id,
        deals.deal_type,
        deals.product_line,
        deals.term_months,
        deals.owner_name,
        coalesce(deals.region, 'none') as region,
        deals.close_dt,
        deals.close_month,
        deals.rate,
        {{ legacy_usd('coalesce(deals.year_amount, 0)', 'coalesce(deals.rate, 1)') }} as year_usd,
        accounts.size_class
    from {{ ref('base_deals') }} as deals
    left join {{ ref('base_accounts') }} as accounts on deals.cust_id = accounts.cust_id
    where deals.deal_state = 'won'
        and deals.close_dt <= {{ as_of() }}

),

numbered as (

    select
        *,
        row_number() over (partition by owner_name, close_month, deal_type order by close_dt, deal_id) as deal_of_month
    from deals

),

rated as (

    select
        *,
        case
            when year_usd < 1000 then 0
            when deal_type = 'New Business' and deal_of_month = 1 then 0.08
            when deal_type = 'New Business' then 0.10
            when deal_type = 'Expansion' then 0.06
            when deal_type = 'Renewal' and coalesce(size_class, 'small') <> 'small' then 0.02
            else 0
        end
        * case when term_months >= 24 then 1.25 else 1 end as commission_rate
    from numbered

),

earned as (

    select
        *,
        {{ money('least(year_usd * commission_rate, 40000)') }} as commission_usd
    from rated

),

first_payments as (

    select
        cust_id_v2 as cust_id,
        pay_dt
    from {{ ref('base_payments') }}
    where is_ok = 'Y'

),

checked as (

    select
        earned.deal_id,
        earned.commission_usd,
        earned.owner_name,
        earned.region,
        {{ to_date(date_add_days('earned.close_dt', 120)) }} as judged_on,
        count(first_payments.pay_dt) as payments
    from earned
    left join first_payments
        on earned.cust_id = first_payments.cust_id
        and first_payments.pay_dt >= {{ to_date(date_add_days('earned.close_dt', -30)) }}
        and first_payments.pay_dt <= {{ to_date(date_add_days('earned.close_dt', 120)) }}
    group by
        earned.deal_id,
        earned.commission_usd,
        earned.owner_name,
        earned.region,
        {{ to_date(date_add_days('earned.close_dt', 120)) }}

),

lines as (

    select
        close_month as month,
        owner_name,
        region,
        deal_type,
        1 as deals,
        year_usd,
        commission_usd,
        0 as clawed_back,
        0 as claw_back_usd
    from earned

    union all

    select
        {{ month_start('judged_on') }} as month,
        owner_name,
        region,
        'claw-back' as deal_type,
        0 as deals,
        0 as year_usd,
        0 as commission_usd,
        1 as clawed_back,
        commission_usd as claw_back_usd
    from checked
    where payments = 0
        and commission_usd > 0
        and judged_on <= {{ as_of() }}

)

select
    month,
    coalesce(owner_name, 'nobody') as owner_name,
    region,
    deal_type,
    sum(deals) as deals,
    {{ money('sum(year_usd)') }} as year_usd,
    {{ money('sum(commission_usd)') }} as commission_usd,
    sum(clawed_back) as clawed_back,
    {{ money('sum(claw_back_usd)') }} as claw_back_usd,
    {{ money('sum(commission_usd) - sum(claw_back_usd)') }} as to_pay_usd
from lines
group by month, coalesce(owner_name, 'nobody'), region, deal_type
