{# The furthest stage of the funnel that a person has reached. #}
{% macro funnel_stage(mql_at, sql_at, opportunity_at, won_at) -%}
    case
        when {{ won_at }} is not null then 'won'
        when {{ opportunity_at }} is not null then 'opportunity'
        when {{ sql_at }} is not null then 'sql'
        when {{ mql_at }} is not null then 'mql'
        else 'lead'
    end
{%- endmacro %}
