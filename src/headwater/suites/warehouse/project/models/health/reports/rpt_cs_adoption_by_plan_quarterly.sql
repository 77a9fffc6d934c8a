-- Which features customers use of what they pay for, at the end of each quarter, against a year before.
with quarters as (
    select
        *,
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        row_number() over (partition by plan, feature, {{ fiscal_quarter('month_start') }} order by month_start desc) as recency
    from {{ ref('agg_cs_feature_adoption_by_plan') }}
),

ends as (
    select * from quarters
    where recency = 1
)

select
    ends.fiscal_quarter,
    ends.plan,
    ends.feature,
    ends.minimum_plan_code,
    ends.customers,
    ends.customers_using,
    ends.customers_in_habit,
    ends.adoption_rate,
    before.adoption_rate as adoption_rate_year_ago,
    {{ rounded('ends.adoption_rate - before.adoption_rate', 6) }} as change_on_year
from ends
left join {{ ref('agg_cs_feature_adoption_by_plan') }} as before
    on ends.plan = before.plan
    and ends.feature = before.feature
    and before.month_start = {{ cs_months_before('ends.month_start', 12) }}
