-- What belongs to no account is a workspace that the product's database has lost, which is seldom.
with paid as (
    select dates.fiscal_quarter, sum(costs.cost_usd) as cost_usd
    from {{ ref('rpt_cloud_cost_per_user_monthly') }} as costs
    inner join {{ ref('dim_dates') }} as dates on costs.month_start = dates.date_day
    group by dates.fiscal_quarter
),

borne as (
    select fiscal_quarter, sum(hosting_usd) as hosting_usd
    from {{ ref('rpt_gross_margin_by_segment_quarterly') }}
    group by fiscal_quarter
)

select paid.fiscal_quarter, paid.cost_usd, borne.hosting_usd
from paid
left join borne on paid.fiscal_quarter = borne.fiscal_quarter
where coalesce(borne.hosting_usd, 0) < 0.97 * paid.cost_usd
