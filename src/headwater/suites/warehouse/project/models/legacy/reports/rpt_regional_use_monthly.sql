-- Use of cloud and servers by region and group of countries. The three sheets count servers in three ways (docs/legacy/regional-sheets.md),
-- so compare a group with itself only.
with amer as (

    select month, 'AMER' as region, country_group, cloud_customers, daily_customers, cloud_people, person_days, actions, runbooks, servers, server_people, people
    from {{ ref('amer_use_month') }}

),

emea as (

    select month, 'EMEA' as region, country_group, cloud_customers, daily_customers, cloud_people, person_days, actions, runbooks, servers, server_people, people
    from {{ ref('emea_use_month') }}

),

apac as (

    select month, 'APAC' as region, country_group, cloud_customers, daily_customers, cloud_people, person_days, actions, runbooks, servers, server_people, people
    from {{ ref('apac_use_month') }}

),

unioned as (

    select * from amer
    union all
    select * from emea
    union all
    select * from apac

),

sheets as (

    select
        month,
        region,
        country_group,
        customers,
        seats,
        mrr_usd
    from {{ ref('agg_region_months_legacy') }}

),

windowed as (

    select
        unioned.*,
        {{ keel_moving_max('people', 12, 'month', 'region, country_group') }} as peak_people_12m,
        row_number() over (partition by region, country_group order by month) as months_known
    from unioned

)

select
    windowed.month,
    windowed.region,
    windowed.country_group,
    windowed.cloud_customers,
    windowed.daily_customers,
    windowed.cloud_people,
    windowed.person_days,
    windowed.actions,
    windowed.runbooks,
    windowed.servers,
    windowed.server_people,
    windowed.people,
    windowed.peak_people_12m,
    windowed.months_known,
    coalesce(sheets.customers, 0) as customers,
    coalesce(sheets.seats, 0) as seats,
    coalesce(sheets.mrr_usd, 0) as mrr_usd,
    {{ safe_divide('windowed.daily_customers', 'windowed.cloud_customers', 4) }} as share_daily,
    {{ safe_divide('windowed.people', 'sheets.seats', 4) }} as people_per_seat,
    {{ safe_divide('sheets.mrr_usd', 'windowed.people', 2) }} as mrr_per_person_usd,
    windowed.people = windowed.peak_people_12m as is_peak_of_year
from windowed
left join sheets
    on windowed.month = sheets.month
    and windowed.region = sheets.region
    and windowed.country_group = sheets.country_group
