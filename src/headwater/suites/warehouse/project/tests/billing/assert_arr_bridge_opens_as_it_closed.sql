with quarters as (
    select
        *,
        lag(closing_arr_usd) over (order by fiscal_quarter_start) as closed_before_usd
    from {{ ref('rpt_arr_bridge') }}
)

select *
from quarters
where abs(opening_arr_usd - coalesce(closed_before_usd, 0)) > 0.05
