-- Did we see it coming? Lost revenue by fiscal quarter and segment, foreseen or not.
select
    {{ fiscal_quarter('month_start') }} as fiscal_quarter,
    coalesce(segment, 'Unknown') as segment,
    {{ count_where("movement_type = 'churn'") }} as churns,
    {{ count_where("movement_type = 'churn' and is_foreseen") }} as foreseen_churns,
    {{ count_where("movement_type = 'contraction'") }} as contractions,
    sum(lost_mrr_usd) as lost_mrr_usd,
    {{ sum_where('is_foreseen', 'lost_mrr_usd') }} as foreseen_mrr_usd,
    {{ count_where("movement_type = 'churn' and band_before = 'green'") }} as green_churns,
    {{ median('months_of_warning') }} as median_months_of_warning,
    {{ safe_divide(sum_where('is_foreseen', 'lost_mrr_usd'), 'sum(lost_mrr_usd)') }} as foreseen_share
from {{ ref('fct_cs_churn_events') }}
group by 1, 2
