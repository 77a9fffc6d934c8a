-- The scorecard with the quarter that is over last, for the executive dashboard.
with scorecard as (

    select * from {{ ref('rpt_product_scorecard') }}

),

quarters as (

    select
        fiscal_quarter,
        count(*) = {{ count_where('is_past') }} as is_complete
    from {{ ref('dim_dates') }}
    group by fiscal_quarter

)

select
    scorecard.fiscal_quarter,
    scorecard.fiscal_quarter_start,
    scorecard.fiscal_year,
    scorecard.metric,
    scorecard.value,
    scorecard.previous_quarter_value,
    scorecard.previous_year_value,
    scorecard.year_over_year,
    quarters.is_complete
from scorecard
inner join quarters
    on scorecard.fiscal_quarter = quarters.fiscal_quarter
