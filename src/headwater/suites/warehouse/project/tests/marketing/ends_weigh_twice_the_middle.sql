with positions as (
    select
        opportunity_id,
        weight,
        row_number() over (partition by opportunity_id order by touched_at, touch_id) as position,
        count(*) over (partition by opportunity_id) as touches
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = 'position_based' and is_claimed
)

select *
from positions
where touches >= 3
    and (
        (position in (1, touches) and weight <> 0.4)
        or (position not in (1, touches) and weight > 0.2)
    )
