with source as (

    select * from {{ source('app', 'users') }}

),

signup_sources as (

    select * from {{ ref('map_signup_sources') }}

),

renamed as (

    select
        source.user_id,
        {{ normalise_email('source.email') }} as email,
        signup_sources.signup_source,
        source.signup_anonymous_id,
        {{ is_true('source.is_bot') }} as is_bot,
        source.locale,
        {{ nullif_blank('source.time_zone') }} as time_zone,
        source.created_at,
        source.updated_at,
        source.deleted_at,
        source._loaded_at as loaded_at
    from source
    -- the names of channels have changed over the years
    left join signup_sources
        on lower(trim(source.signup_source)) = signup_sources.source_value

)

select
    *,
    {{ email_domain('email') }} as email_domain
from renamed
