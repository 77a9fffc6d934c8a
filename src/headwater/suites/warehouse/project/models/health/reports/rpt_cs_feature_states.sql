-- Features by what customers do with them, today: who uses, who tried, who stopped, and how many of those who stopped are red.
select
    milestones.feature,
    milestones.segment,
    count(*) as customers,
    {{ count_where("milestones.state = 'in use'") }} as in_use,
    {{ count_where("milestones.state = 'tried'") }} as tried,
    {{ count_where("milestones.state = 'dropped'") }} as dropped,
    {{ count_where("milestones.state = 'dropped' and scores.band = 'red'") }} as dropped_and_red,
    {{ count_where('milestones.has_used_on_servers') }} as on_servers,
    {{ median('milestones.months_from_use_to_habit') }} as median_months_to_habit,
    {{ safe_divide(count_where("milestones.state = 'in use'"), 'count(*)') }} as in_use_share,
    sum(scores.mrr_usd) as mrr_usd
from {{ ref('fct_cs_adoption_milestones') }} as milestones
left join {{ ref('fct_cs_health_scores') }} as scores
    on milestones.account_id = scores.account_id
    and scores.month_start = {{ month_start(as_of()) }}
group by milestones.feature, milestones.segment
