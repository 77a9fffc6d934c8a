with numbered as (

    select
        *,
        lag(value) over (partition by metric order by fiscal_quarter_start) as value_before,
        lag(value, 4) over (partition by metric order by fiscal_quarter_start) as value_year_before
    from {{ ref('rpt_product_scorecard') }}

)

select
    fiscal_quarter,
    metric,
    previous_quarter_value,
    value_before,
    previous_year_value,
    value_year_before
from numbered
where
    coalesce(previous_quarter_value, -1) <> coalesce(value_before, -1)
    or coalesce(previous_year_value, -1) <> coalesce(value_year_before, -1)
