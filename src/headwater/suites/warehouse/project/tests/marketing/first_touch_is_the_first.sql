with firsts as (
    select opportunity_id, touched_at
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = 'first_touch' and is_claimed
),

all_touches as (
    select opportunity_id, min(touched_at) as touched_at, max(touched_at) as last_touched_at
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = 'linear' and is_claimed
    group by opportunity_id
),

lasts as (
    select opportunity_id, touched_at
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = 'last_touch' and is_claimed
)

select all_touches.opportunity_id, firsts.touched_at as first_touched_at, lasts.touched_at as last_touched_at
from all_touches
left join firsts on all_touches.opportunity_id = firsts.opportunity_id
left join lasts on all_touches.opportunity_id = lasts.opportunity_id
where firsts.touched_at is null
    or lasts.touched_at is null
    or firsts.touched_at <> all_touches.touched_at
    or lasts.touched_at <> all_touches.last_touched_at
