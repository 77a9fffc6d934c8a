{{ config(materialized='table') }}

-- second version, november 2022: marketing's attribution, last touch. invited people are not in it any more.
with attributed as (

    select
        user_id,
        month_start,
        channel,
        weight
    from {{ ref('fct_attributed_signups') }}
    where attribution_model = 'last_touch'

),

final as (

    select
        month_start as month,
        case
            when channel in ('paid_search', 'paid_social', 'display') then 'paid'
            when channel = 'organic_search' then 'search'
            when channel = 'email' then 'newsletter'
            when channel = 'partner' then 'partner'
            when channel = 'referral' then 'referral'
            when channel = 'direct' then 'direct'
            else 'other'
        end as channel,
        cast(sum(weight) as decimal(18, 4)) as signups
    from attributed
    group by
        month_start,
        case
            when channel in ('paid_search', 'paid_social', 'display') then 'paid'
            when channel = 'organic_search' then 'search'
            when channel = 'email' then 'newsletter'
            when channel = 'partner' then 'partner'
            when channel = 'referral' then 'referral'
            when channel = 'direct' then 'direct'
            else 'other'
        end

)

select * from final
