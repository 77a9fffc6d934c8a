with releases as (

    select * from {{ ref('int_feature_releases') }}

),

tracked as (

    select
        feature,
        {{ any_true('is_core_action') }} as is_core,
        {{ any_true('is_collaborative') }} as is_collaborative
    from {{ ref('map_event_names') }}
    group by feature

)

select
    coalesce(releases.feature, tracked.feature) as feature,
    releases.released_on,
    releases.retired_on,
    coalesce(releases.minimum_plan_code, 'free') as minimum_plan_code,
    {{ plan_rank("coalesce(releases.minimum_plan_code, 'free')") }} as minimum_plan_rank,
    coalesce(tracked.is_core, false) as is_core,
    coalesce(tracked.is_collaborative, false) as is_collaborative,
    tracked.feature is not null as has_events,
    releases.feature is not null and (releases.retired_on is null or releases.retired_on > {{ as_of() }}) as is_available
from releases
full outer join tracked
    on releases.feature = tracked.feature
