{%- set marketing_models = attribution_models() -%}
{%- set growth_models = ['time_decay', 'w_shaped', 'last_paid'] -%}
{%- set reference = 'position_based' -%}

-- Pipeline and bookings by channel and fiscal quarter under seven attribution models, each against marketing's official one
-- ({{ reference }}). Totals of a quarter are the same in every model, or somebody's weights do not add up.
--
-- Opportunities that no touch claims are in all models on the channel that marketing gives them, so that channels compare.
-- Pipeline is by the quarter in which the opportunity was created, bookings by the quarter in which they were booked.

with marketing_pipeline as (

    select
        attribution_model,
        channel,
        {{ fiscal_quarter('created_on') }} as fiscal_quarter,
        sum(attributed_amount_usd) as pipeline_usd,
        sum(weight) as opportunities,
        {{ sum_where('is_won', 'weight') }} as won_opportunities
    from {{ ref('fct_attributed_opportunities') }}
    group by 1, 2, 3

),

marketing_bookings as (

    select
        attribution_model,
        channel,
        fiscal_quarter,
        sum(attributed_acv_usd) as acv_usd,
        sum(weight) as bookings
    from {{ ref('fct_attributed_bookings') }}
    group by attribution_model, channel, fiscal_quarter

),

opportunities as (

    select
        opportunity_id,
        created_on,
        {{ fiscal_quarter('created_on') }} as created_quarter,
        amount_usd,
        is_won
    from {{ ref('fct_opportunities') }}

),

bookings as (

    select
        opportunity_id,
        fiscal_quarter,
        acv_usd
    from {{ ref('fct_bookings') }}

),

-- what nobody claims, from marketing's reference model, once for each of ours
unclaimed as (

    select
        opportunity_id,
        channel,
        weight
    from {{ ref('fct_attributed_opportunities') }}
    where attribution_model = '{{ reference }}'
        and not is_claimed

),

growth_weights as (

    select
        opportunity_id,
        attribution_model,
        channel,
        weight
    from {{ ref('int_growth_touch_weights') }}
    {% for model in growth_models %}
    union all

    select
        opportunity_id,
        '{{ model }}' as attribution_model,
        channel,
        weight
    from unclaimed
    {% endfor %}
),

growth_pipeline as (

    select
        growth_weights.attribution_model,
        growth_weights.channel,
        opportunities.created_quarter as fiscal_quarter,
        sum({{ money('opportunities.amount_usd * growth_weights.weight') }}) as pipeline_usd,
        sum(growth_weights.weight) as opportunities,
        {{ sum_where('opportunities.is_won', 'growth_weights.weight') }} as won_opportunities
    from growth_weights
    inner join opportunities
        on growth_weights.opportunity_id = opportunities.opportunity_id
    group by growth_weights.attribution_model, growth_weights.channel, opportunities.created_quarter

),

growth_bookings as (

    select
        growth_weights.attribution_model,
        growth_weights.channel,
        bookings.fiscal_quarter,
        sum({{ money('bookings.acv_usd * growth_weights.weight') }}) as acv_usd,
        sum(growth_weights.weight) as bookings
    from growth_weights
    inner join bookings
        on growth_weights.opportunity_id = bookings.opportunity_id
    group by growth_weights.attribution_model, growth_weights.channel, bookings.fiscal_quarter

),

pipeline as (

    select * from marketing_pipeline
    union all
    select * from growth_pipeline

),

booked as (

    select * from marketing_bookings
    union all
    select * from growth_bookings

),

cells as (

    select attribution_model, channel, fiscal_quarter from pipeline
    union
    select attribution_model, channel, fiscal_quarter from booked

),

filled as (

    select
        cells.attribution_model,
        cells.channel,
        cells.fiscal_quarter,
        coalesce(pipeline.opportunities, 0) as opportunities,
        coalesce(pipeline.won_opportunities, 0) as won_opportunities,
        coalesce(pipeline.pipeline_usd, 0) as pipeline_usd,
        coalesce(booked.bookings, 0) as bookings,
        coalesce(booked.acv_usd, 0) as acv_usd
    from cells
    left join pipeline
        on cells.attribution_model = pipeline.attribution_model
        and cells.channel = pipeline.channel
        and cells.fiscal_quarter = pipeline.fiscal_quarter
    left join booked
        on cells.attribution_model = booked.attribution_model
        and cells.channel = booked.channel
        and cells.fiscal_quarter = booked.fiscal_quarter

),

references_ as (

    select
        channel,
        fiscal_quarter,
        pipeline_usd,
        acv_usd
    from filled
    where attribution_model = '{{ reference }}'

),

quarter_totals as (

    select
        attribution_model,
        fiscal_quarter,
        sum(pipeline_usd) as quarter_pipeline_usd,
        sum(acv_usd) as quarter_acv_usd
    from filled
    group by attribution_model, fiscal_quarter

)

select
    {{ surrogate_key(['filled.attribution_model', 'filled.channel', 'filled.fiscal_quarter']) }} as attribution_id,
    filled.attribution_model,
    case
        when filled.attribution_model in ({% for model in marketing_models %}'{{ model }}'{{ ', ' if not loop.last }}{% endfor %}) then 'marketing'
        else 'growth'
    end as owner,
    filled.channel,
    {{ growth_channel_group('filled.channel') }} as channel_group,
    filled.fiscal_quarter,
    filled.opportunities,
    filled.won_opportunities,
    filled.pipeline_usd,
    filled.bookings,
    filled.acv_usd,
    quarter_totals.quarter_pipeline_usd,
    quarter_totals.quarter_acv_usd,
    {{ growth_rate_of('filled.pipeline_usd', 'quarter_totals.quarter_pipeline_usd') }} as pipeline_share,
    {{ growth_rate_of('filled.acv_usd', 'quarter_totals.quarter_acv_usd') }} as acv_share,
    filled.pipeline_usd - coalesce(references_.pipeline_usd, 0) as pipeline_vs_reference_usd,
    filled.acv_usd - coalesce(references_.acv_usd, 0) as acv_vs_reference_usd,
    {{ growth_rate_of('filled.won_opportunities', 'filled.opportunities') }} as win_rate
from filled
inner join quarter_totals
    on filled.attribution_model = quarter_totals.attribution_model
    and filled.fiscal_quarter = quarter_totals.fiscal_quarter
left join references_
    on filled.channel = references_.channel
    and filled.fiscal_quarter = references_.fiscal_quarter
