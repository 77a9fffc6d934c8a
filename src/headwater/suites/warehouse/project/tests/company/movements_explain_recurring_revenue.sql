with followed as (
    select
        month_start,
        mrr_usd - lag(mrr_usd, 1, cast(0 as decimal(18, 4))) over (order by month_start) as change_usd,
        new_mrr_usd + expansion_mrr_usd + contraction_mrr_usd + churned_mrr_usd as explained_usd
    from {{ ref('rpt_kpi_monthly') }}
)

select *
from followed
where abs(change_usd - explained_usd) > 0.05
