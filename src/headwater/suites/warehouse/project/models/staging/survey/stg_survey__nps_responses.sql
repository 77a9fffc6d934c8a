with source as (

    select * from {{ source('survey', 'nps_responses') }}

),

-- a user who answers twice on one day has changed their mind: the last answer holds
deduplicated as (

    {{ deduplicate('source', partition_by='user_id, cast(responded_at as date)', order_by='responded_at desc, response_id desc') }}

)

select
    response_id,
    user_id,
    workspace_id,
    score as nps_score,
    case when score >= 9 then 'promoter' when score >= 7 then 'passive' else 'detractor' end as nps_category,
    {{ nullif_blank('comment') }} as nps_comment,
    responded_at,
    _loaded_at as loaded_at
from deduplicated
