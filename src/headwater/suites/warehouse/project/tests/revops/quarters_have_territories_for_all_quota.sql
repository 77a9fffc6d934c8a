with people as (
    select fiscal_quarter, sum(quota_usd) as quota_usd
    from {{ ref('fct_revops_quota_quarterly') }}
    group by fiscal_quarter
),

territories as (
    select fiscal_quarter, sum(quota_usd) as quota_usd
    from {{ ref('agg_territory_attainment_quarterly') }}
    group by fiscal_quarter
)

select people.fiscal_quarter, people.quota_usd, territories.quota_usd as territories_usd
from people
inner join territories on people.fiscal_quarter = territories.fiscal_quarter
where abs(people.quota_usd - territories.quota_usd) > 0.01
