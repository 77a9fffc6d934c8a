select
    lines.opportunity_id,
    sum(lines.allocated_amount_usd) as allocated_usd,
    max(opportunities.amount_usd) as amount_usd
from {{ ref('fct_opportunity_lines') }} as lines
inner join {{ ref('fct_opportunities') }} as opportunities
    on lines.opportunity_id = opportunities.opportunity_id
where opportunities.amount is not null
group by lines.opportunity_id
having abs(sum(lines.allocated_amount_usd) - max(opportunities.amount_usd)) > 0.01
