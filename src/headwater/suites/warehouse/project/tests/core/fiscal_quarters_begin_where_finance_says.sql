with published as (

    select 'FY22-Q1' as fiscal_quarter, cast('2021-02-01' as date) as begins_on
    union all
    select 'FY25-Q1', cast('2024-02-01' as date)
    union all
    select 'FY25-Q4', cast('2024-11-01' as date)
    union all
    select 'FY26-Q2', cast('2025-05-01' as date)

),

calendar as (

    select fiscal_quarter, min(date_day) as begins_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter

)

select
    published.fiscal_quarter,
    published.begins_on,
    calendar.begins_on as calendar_begins_on
from published
left join calendar
    on published.fiscal_quarter = calendar.fiscal_quarter
where calendar.begins_on is null or calendar.begins_on <> published.begins_on
