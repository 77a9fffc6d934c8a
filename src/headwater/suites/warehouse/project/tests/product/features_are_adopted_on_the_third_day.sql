with use_days as (

    select
        workspace_id,
        feature,
        count(distinct event_date) as days
    from {{ ref('fct_events') }}
    where feature <> 'sign_in'
    group by workspace_id, feature

),

recounted as (

    select
        feature,
        {{ count_where('days >= 3') }} as workspaces_adopted
    from use_days
    group by feature

),

reported as (

    select
        feature,
        workspaces_ever_adopted as workspaces_adopted
    from {{ ref('rpt_feature_adoption') }}
    where month_start = {{ month_start(as_of()) }}

)

select
    recounted.feature,
    recounted.workspaces_adopted as recounted,
    reported.workspaces_adopted as reported
from recounted
left join reported
    on recounted.feature = reported.feature
where recounted.workspaces_adopted <> coalesce(reported.workspaces_adopted, 0)
