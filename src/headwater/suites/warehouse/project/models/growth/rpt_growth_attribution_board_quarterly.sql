{%- set models = ['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay', 'w_shaped', 'last_paid'] -%}
{%- set signup_variants = ['v1_last_click', 'v2_first_click_30d', 'v3_position_based', 'v4_time_decay', 'v5_self_reported'] -%}

-- Channel groups under all models, side by side, for the quarterly argument between growth, marketing and finance: bookings under
-- seven models, sign-ups under five. Spread is the distance between the kindest and the harshest model, in points of the quarter's
-- bookings: a group with a wide spread is one whose worth nobody knows.

with bookings as (

    select
        fiscal_quarter,
        channel_group
        {%- for model in models %},
        {{ sum_where("attribution_model = '" ~ model ~ "'", 'acv_usd') }} as {{ model }}_acv_usd,
        {{ sum_where("attribution_model = '" ~ model ~ "'", 'pipeline_usd') }} as {{ model }}_pipeline_usd
        {%- endfor %}
    from {{ ref('agg_growth_attribution_quarterly') }}
    group by fiscal_quarter, channel_group

),

quarter_bookings as (

    select
        fiscal_quarter,
        sum(position_based_acv_usd) as quarter_acv_usd,
        sum(position_based_pipeline_usd) as quarter_pipeline_usd
    from bookings
    group by fiscal_quarter

),

signups as (

    select
        fiscal_quarter,
        channel_group
        {%- for variant in signup_variants %},
        {{ sum_where("variant = '" ~ variant ~ "'", 'weight') }} as {{ variant }}_signups
        {%- endfor %}
    from {{ ref('fct_growth_signup_attribution') }}
    group by fiscal_quarter, channel_group

),

costs as (

    select
        {{ fiscal_quarter('month_start') }} as fiscal_quarter,
        {{ growth_channel_group('channel') }} as channel_group,
        sum(cost_usd) as cost_usd
    from {{ ref('agg_channel_monthly') }}
    group by 1, 2

),

cells as (

    select fiscal_quarter, channel_group from bookings
    union
    select fiscal_quarter, channel_group from signups

),

joined as (

    select
        cells.fiscal_quarter,
        cells.channel_group,
        coalesce(costs.cost_usd, 0) as cost_usd,
        quarter_bookings.quarter_acv_usd,
        quarter_bookings.quarter_pipeline_usd
        {%- for model in models %},
        coalesce(bookings.{{ model }}_acv_usd, 0) as {{ model }}_acv_usd,
        coalesce(bookings.{{ model }}_pipeline_usd, 0) as {{ model }}_pipeline_usd
        {%- endfor %}
        {%- for variant in signup_variants %},
        coalesce(signups.{{ variant }}_signups, 0) as {{ variant }}_signups
        {%- endfor %}
    from cells
    left join bookings
        on cells.fiscal_quarter = bookings.fiscal_quarter
        and cells.channel_group = bookings.channel_group
    left join quarter_bookings
        on cells.fiscal_quarter = quarter_bookings.fiscal_quarter
    left join signups
        on cells.fiscal_quarter = signups.fiscal_quarter
        and cells.channel_group = signups.channel_group
    left join costs
        on cells.fiscal_quarter = costs.fiscal_quarter
        and cells.channel_group = costs.channel_group

)

select
    {{ surrogate_key(['fiscal_quarter', 'channel_group']) }} as board_id,
    fiscal_quarter,
    channel_group,
    cost_usd
    {%- for model in models %},
    {{ model }}_acv_usd,
    {{ growth_rate_of(model ~ '_acv_usd', 'quarter_acv_usd') }} as {{ model }}_share
    {%- endfor %}
    {%- for model in models %},
    {{ model }}_pipeline_usd
    {%- endfor %}
    {%- for variant in signup_variants %},
    {{ variant }}_signups
    {%- endfor %},
    {{ growth_points(
        growth_rate_of('greatest(' ~ (models | join('_acv_usd, ')) ~ '_acv_usd)', 'quarter_acv_usd'),
        growth_rate_of('least(' ~ (models | join('_acv_usd, ')) ~ '_acv_usd)', 'quarter_acv_usd')
    ) }} as spread_points,
    {{ safe_divide('position_based_acv_usd', 'cost_usd', 3) }} as return_official,
    {{ safe_divide('time_decay_acv_usd', 'cost_usd', 3) }} as return_time_decay,
    {{ safe_divide('last_paid_acv_usd', 'cost_usd', 3) }} as return_last_paid
from joined
