-- The packs are in local quarters; over the whole history they are the bridge.
{% set entities = ['us', 'ca', 'la', 'uk', 'de', 'fr', 'bx', 'ib', 'nd', 'jp', 'in', 'ap'] %}
with packs as (
    {% for entity in entities %}
    select '{{ entity | upper }}' as entity_code, sum(group_revenue_usd) as revenue_usd from {{ ref('rpt_stat_' ~ entity ~ '_pack') }}
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

bridge as (
    select entity_code, sum(group_revenue_usd) as revenue_usd
    from {{ ref('rpt_stat_framework_bridge_quarterly') }}
    group by entity_code
)

select packs.entity_code, packs.revenue_usd, bridge.revenue_usd as bridge_usd
from packs
full join bridge on packs.entity_code = bridge.entity_code
where abs(coalesce(packs.revenue_usd, 0) - coalesce(bridge.revenue_usd, 0)) > 0.01
