-- How the base is doing, for the monthly success review: customers and revenue by colour, movements between colours, and how
-- far the two scores are apart.
with scores as (
    select * from {{ ref('fct_cs_health_scores') }}
    where is_paying
),

compared as (
    select
        month_start,
        segment,
        {{ count_where('agree') }} as scores_agree,
        {{ count_where('second_is_worse_by > 0') }} as second_is_worse
    from {{ ref('fct_cs_score_comparison') }}
    where is_paying
    group by month_start, segment
)

select
    scores.month_start,
    scores.segment,
    count(*) as customers,
    sum(scores.mrr_usd) as mrr_usd,
    {{ count_where("scores.band = 'green'") }} as green_customers,
    {{ count_where("scores.band = 'amber'") }} as amber_customers,
    {{ count_where("scores.band = 'red'") }} as red_customers,
    {{ sum_where("scores.band = 'red'", 'scores.mrr_usd') }} as red_mrr_usd,
    {{ count_where("scores.previous_band <> 'red' and scores.band = 'red'") }} as turned_red,
    {{ count_where("scores.previous_band = 'red' and scores.band <> 'red'") }} as left_red,
    round(avg(scores.score), 2) as average_score,
    {{ safe_divide('sum(scores.known_components)', 'count(*)', 2) }} as known_components,
    {{ safe_divide(sum_where("scores.band = 'red'", 'scores.mrr_usd'), 'sum(scores.mrr_usd)') }} as red_mrr_share,
    max(compared.scores_agree) as scores_agree,
    max(compared.second_is_worse) as second_is_worse
from scores
left join compared
    on scores.month_start = compared.month_start
    and scores.segment = compared.segment
group by scores.month_start, scores.segment
