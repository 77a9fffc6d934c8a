-- One row a fiscal quarter and metric, with the quarter before and the year before. Customer's KPI reports build on it.
with quarters as (

    select
        fiscal_quarter,
        min(fiscal_quarter_start) as fiscal_quarter_start,
        max(fiscal_year) as fiscal_year
    from {{ ref('dim_dates') }}
    where is_past
    group by fiscal_quarter

),

metric_values as (

    select * from {{ ref('int_scorecard_values') }}

)

select
    quarters.fiscal_quarter,
    quarters.fiscal_quarter_start,
    quarters.fiscal_year,
    metric_values.metric,
    metric_values.value,
    previous_quarter.value as previous_quarter_value,
    previous_year.value as previous_year_value,
    {{ growth_rate('metric_values.value', 'previous_year.value') }} as year_over_year
from quarters
inner join metric_values
    on quarters.fiscal_quarter = metric_values.fiscal_quarter
left join metric_values as previous_quarter
    on
        previous_quarter.metric = metric_values.metric
        and previous_quarter.fiscal_quarter = {{ fiscal_quarter(date_add_months('quarters.fiscal_quarter_start', -3)) }}
left join metric_values as previous_year
    on
        previous_year.metric = metric_values.metric
        and previous_year.fiscal_quarter = {{ fiscal_quarter(date_add_months('quarters.fiscal_quarter_start', -12)) }}
