-- For each month and feature: workspaces that tried it and adopted it in the month, and how many have ever adopted it
-- until its end.
with months as (

    select distinct month_start
    from {{ ref('dim_dates') }}
    where is_past

),

features as (

    select feature from {{ ref('dim_features') }}
    where has_events and feature <> 'sign_in'

),

adoptions as (

    select * from {{ ref('fct_feature_adoption') }}

),

tried as (

    select
        {{ month_start('first_used_on') }} as month_start,
        feature,
        count(*) as workspaces
    from adoptions
    group by {{ month_start('first_used_on') }}, feature

),

adopted as (

    select
        {{ month_start('adopted_on') }} as month_start,
        feature,
        count(*) as workspaces
    from adoptions
    where adopted_on is not null
    group by {{ month_start('adopted_on') }}, feature

),

joined as (

    select
        months.month_start,
        features.feature,
        coalesce(tried.workspaces, 0) as workspaces_tried,
        coalesce(adopted.workspaces, 0) as workspaces_adopted
    from months
    cross join features
    left join tried
        on
            months.month_start = tried.month_start
            and features.feature = tried.feature
    left join adopted
        on
            months.month_start = adopted.month_start
            and features.feature = adopted.feature

)

select
    *,
    sum(workspaces_tried) over (
        partition by feature order by month_start
        rows between unbounded preceding and current row
    ) as workspaces_ever_tried,
    sum(workspaces_adopted) over (
        partition by feature order by month_start
        rows between unbounded preceding and current row
    ) as workspaces_ever_adopted
from joined
