{{ config(
    materialized='incremental',
    event_time='invoiced_on',
    unique_key=['item_id', 'month'],
    incremental_strategy='delete+insert'
) }}

-- T. Whitlock, 2022-03-10. Which part of an invoice line belongs to which month, first version. By months, not by days: a yearly line
-- is twelve twelfths, and a month that has begun is a whole one. Lines of less than a month belong to the month in which they start.
-- The last month takes what rounding left over, so that the parts are the line.
with items as (

    select
        item_id,
        inv_id,
        cust_id_v2,
        revenue_kind,
        inv_dt,
        from_dt,
        until_dt,
        net_usd,
        case
            when until_dt <= from_dt then 1
            else greatest(cast({{ date_diff_months('from_dt', 'until_dt') }} as integer), 1)
        end as months
    from {{ ref('base_invoice_items') }}
    where is_billed = 'Y'

),

numbers as (

    -- four years; the longest contract has three
    select row_number() over (order by month_dt) - 1 as month_number
    from {{ ref('base_calendar') }}
    where month_dt < cast('2025-01-01' as date)

),

spread as (

    select
        items.*,
        numbers.month_number,
        {{ legacy_months_later("date_trunc('month', items.from_dt)", 'numbers.month_number') }} as month
    from items
    inner join numbers on numbers.month_number < items.months

),

parts as (

    select
        *,
        {{ money('net_usd / months') }} as even_part_usd
    from spread

)

select
    item_id,
    month,
    inv_id,
    cust_id_v2 as account_id,
    revenue_kind,
    inv_dt as invoiced_on,
    months,
    month_number,
    case
        when month_number = months - 1 then net_usd - even_part_usd * (months - 1)
        else even_part_usd
    end as part_usd,
    month > {{ month_start(as_of()) }} as is_future
from parts
{%- if is_incremental() %}
where inv_dt >= {{ to_date(date_add_days(as_of(), -270)) }}
{%- endif %}
