{%- set variants = ['v1_habit', 'v2_team', 'v3_setup', 'v4_sticky'] -%}

-- "What is our activation rate?", asked monthly, answered four times: the rates of the four definitions in one row a quarter and
-- segment, how many workspaces are activated by all or by none, and which definition separates best between those that were there
-- in their third month and those that were not.

with workspaces as (

    select
        activation.*,
        {{ fiscal_quarter('activation.cohort_month') }} as fiscal_quarter
    from {{ ref('fct_growth_activation_variants') }} as activation

),

segments as (

    select 'All' as segment_group, workspaces.* from workspaces
    union all
    select coalesce(segment, 'Unknown') as segment_group, workspaces.* from workspaces

),

rates as (

    select
        fiscal_quarter,
        segment_group,
        count(*) as workspaces,
        {{ count_where('variants_met = 0') }} as by_none,
        {{ count_where('variants_met = ' ~ (variants | length)) }} as by_all,
        {{ count_where('is_outcome_known') }} as known
        {%- for variant in variants %},
        {{ count_where('is_' ~ variant) }} as {{ variant }},
        {{ count_where('is_outcome_known and is_' ~ variant) }} as {{ variant }}_known,
        {{ count_where('is_outcome_known and is_' ~ variant ~ ' and was_active_in_month_3') }} as {{ variant }}_stayed,
        {{ count_where('is_outcome_known and not is_' ~ variant ~ ' and was_active_in_month_3') }} as not_{{ variant }}_stayed
        {%- endfor %}
    from segments
    group by fiscal_quarter, segment_group

),

separations as (

    select
        rates.*
        {%- for variant in variants %},
        {{ growth_points(
            growth_rate_of(variant ~ '_stayed', variant ~ '_known'),
            growth_rate_of('not_' ~ variant ~ '_stayed', '(known - ' ~ variant ~ '_known)')
        ) }} as {{ variant }}_separation
        {%- endfor %}
    from rates

)

select
    {{ surrogate_key(['fiscal_quarter', 'segment_group']) }} as scorecard_id,
    fiscal_quarter,
    segment_group as segment,
    workspaces,
    by_none,
    by_all,
    known
    {%- for variant in variants %},
    {{ variant }},
    {{ growth_rate_of(variant, 'workspaces') }} as {{ variant }}_rate,
    {{ variant }}_separation
    {%- endfor %},
    case greatest({% for variant in variants %}coalesce({{ variant }}_separation, -100){{ ', ' if not loop.last }}{% endfor %})
        {%- for variant in variants %}
        when {{ variant }}_separation then '{{ variant }}'
        {%- endfor %}
    end as best_variant
from separations
