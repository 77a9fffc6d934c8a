-- What goes with a bad answer: the promoter score by what the customer had been through.
select
    fiscal_quarter,
    experience,
    count(*) as responses,
    {{ count_where("nps_group = 'promoter'") }} as promoters,
    {{ count_where("nps_group = 'detractor'") }} as detractors,
    {{ nps('nps_score') }} as nps,
    {{ count_where('score_change < 0') }} as fell,
    {{ count_where('score_change > 0') }} as rose,
    {{ safe_divide('sum(tickets_30d)', 'count(*)', 2) }} as tickets_30d,
    {{ count_where("health_band = 'green' and nps_group = 'detractor'") }} as green_detractors,
    {{ count_where("health_band = 'red' and nps_group = 'promoter'") }} as red_promoters
from {{ ref('fct_cs_nps_context') }}
group by fiscal_quarter, experience
