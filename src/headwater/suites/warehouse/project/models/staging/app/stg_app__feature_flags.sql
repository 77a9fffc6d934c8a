with source as (

    select * from {{ source('app', 'feature_flags') }}

)

select
    flag_key,
    feature,
    {{ normalise_plan('minimum_plan') }} as minimum_plan_code,
    released_on,
    retired_on,
    _loaded_at as loaded_at
from source
