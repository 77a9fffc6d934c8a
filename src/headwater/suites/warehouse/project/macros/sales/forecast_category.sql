{# The CRM lets a rep keep a category that no longer fits the stage: a closed stage always wins. #}
{% macro forecast_category(category, stage) -%}
    case
        when {{ is_won_stage(stage) }} then 'closed'
        when {{ is_closed_stage(stage) }} then 'omitted'
        when lower(trim({{ category }})) in ('commit', 'best case', 'pipeline', 'omitted')
            then replace(lower(trim({{ category }})), ' ', '_')
        else 'pipeline'
    end
{%- endmacro %}
