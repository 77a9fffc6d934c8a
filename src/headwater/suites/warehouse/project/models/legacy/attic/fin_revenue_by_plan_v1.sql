{{ config(materialized='table') }}

-- T. Whitlock, 2022-07-05. Revenue by plan and calendar quarter for the price review of 2022, by months. The plan of a line is that of its
-- price; lines without a price are 'by hand'. Kept for the audit trail of the price change of 2023-02-19 (FIN-231), read by nobody.
with parts as (

    select
        schedule.item_id,
        schedule.month,
        schedule.account_id,
        schedule.revenue_kind,
        schedule.part_usd,
        items.plan,
        items.list_no,
        items.billing_interval,
        items.quantity
    from {{ ref('fin_schedule_v1') }} as schedule
    inner join {{ ref('base_invoice_items') }} as items on schedule.item_id = items.item_id
    where not schedule.is_future

),

named as (

    select
        parts.*,
        case
            when revenue_kind = 'one-off' then 'one-off work'
            when revenue_kind = 'add-on' then 'add-ons'
            when plan is null then 'by hand'
            else {{ legacy_plan_name('plan', 'month') }}
        end as plan_name,
        {{ fin_quarter('month') }} as calendar_quarter
    from parts

),

totals as (

    select
        calendar_quarter,
        sum(part_usd) as quarter_usd
    from named
    group by calendar_quarter

)

select
    named.calendar_quarter,
    named.plan_name,
    count(distinct named.account_id) as customers,
    sum(named.part_usd) as earned_usd,
    sum(case when named.list_no = 1 then named.part_usd else 0 end) as earned_on_old_list_usd,
    sum(case when named.list_no = 2 then named.part_usd else 0 end) as earned_on_new_list_usd,
    sum(case when named.billing_interval = 'year' then named.part_usd else 0 end) as earned_on_yearly_prices_usd,
    {{ legacy_percent('sum(named.part_usd)', 'max(totals.quarter_usd)') }} as percent_of_quarter
from named
inner join totals on named.calendar_quarter = totals.calendar_quarter
group by named.calendar_quarter, named.plan_name
