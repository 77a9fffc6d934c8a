with funnel as (
    select
        lead_month as month_start,
        {{ count_where('is_mql') }} as mqls,
        {{ count_where('is_sql') }} as sqls,
        {{ count_where('is_opportunity') }} as opportunities,
        {{ count_where('is_won') }} as wins
    from {{ ref('fct_lead_funnel') }}
    group by lead_month
)

select summary.month_start, summary.mqls, funnel.mqls as funnel_mqls
from {{ ref('rpt_marketing_summary') }} as summary
inner join funnel on summary.month_start = funnel.month_start
where summary.mqls <> funnel.mqls
    or summary.sqls <> funnel.sqls
    or summary.opportunities <> funnel.opportunities
    or summary.wins <> funnel.wins
