with months as (
    select
        *,
        lag(closing_deferred_usd) over (order by month_start) as closed_before_usd
    from {{ ref('rpt_deferred_revenue') }}
)

select *
from months
where abs(opening_deferred_usd - coalesce(closed_before_usd, 0)) > 0.01
