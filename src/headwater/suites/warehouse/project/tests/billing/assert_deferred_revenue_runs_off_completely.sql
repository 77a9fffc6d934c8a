with deferred as (
    select
        product_line,
        sum(closing_deferred_usd) as deferred_usd
    from {{ ref('fct_deferred_revenue_monthly') }}
    where month_start = {{ month_start(as_of()) }}
    group by product_line
),

runoff as (
    select
        product_line,
        sum(to_be_recognized_usd) as to_be_recognized_usd
    from {{ ref('rpt_deferred_revenue_runoff') }}
    group by product_line
)

select *
from deferred
full join runoff
    on deferred.product_line = runoff.product_line
where abs(coalesce(deferred.deferred_usd, 0) - coalesce(runoff.to_be_recognized_usd, 0)) > 0.05
