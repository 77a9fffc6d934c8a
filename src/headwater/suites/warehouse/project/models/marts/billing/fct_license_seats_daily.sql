{{ config(materialized='incremental', event_time='date_day', unique_key='date_day', incremental_strategy='delete+insert') }}

-- Seats that an account may use on each day under its paid licences, for no longer than each really held.
with days as (
    select date_day
    from {{ ref('dim_dates') }}
    where date_day <= {{ as_of() }}
    {%- if is_incremental() %}
        -- licences are issued up to two months after they begin
        and date_day > (select {{ date_add_days('max(date_day)', -120) }} from {{ this }})
    {%- endif %}
),

versions as (
    select * from {{ ref('int_license_versions') }}
    where account_id is not null
)

select
    versions.account_id,
    days.date_day,
    versions.sku,
    count(*) as licenses,
    sum(versions.seats) as active_seats
from days
inner join versions
    on days.date_day >= versions.starts_on
    and days.date_day <= versions.ends_on
group by versions.account_id, days.date_day, versions.sku
