-- Net promoter score by segment and fiscal quarter.
select
    fiscal_quarter,
    coalesce(segment, 'Unknown') as segment,
    count(*) as responses,
    {{ count_where("nps_group = 'promoter'") }} as promoters,
    {{ count_where("nps_group = 'passive'") }} as passives,
    {{ count_where("nps_group = 'detractor'") }} as detractors,
    {{ nps('nps_score') }} as nps
from {{ ref('fct_nps') }}
group by 1, 2
