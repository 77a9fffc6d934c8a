-- Contracts move with their country between companies that both show transfers: what one gives another takes. Local definitions
-- differ, so a contract that one does not count may still arrive; the difference must stay below one in fifty contracts.
{% set entities = ['us', 'de', 'fr', 'bx', 'ib', 'nd', 'in', 'ap'] %}
with moved as (
    {% for entity in entities %}
    select month_start, transferred_in, transferred_out, closing_contracts from {{ ref('fct_stat_' ~ entity ~ '_contracts_monthly') }}
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
)

select month_start, sum(transferred_in) as came, sum(transferred_out) as went
from moved
where month_start not in (cast('2022-01-01' as date))  -- Brazil and Mexico went to a company without this model
group by month_start
having abs(sum(transferred_in) - sum(transferred_out)) > 2 + 0.02 * sum(closing_contracts)
