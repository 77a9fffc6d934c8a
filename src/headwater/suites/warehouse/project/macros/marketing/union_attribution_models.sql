{# One select for every attribution model over touches that carry `position` and `touches`, named by columns. #}
{% macro union_attribution_models(relation, columns) %}
    {%- for model in attribution_models() %}
    select
        {% for column in columns -%}
        {{ column }},
        {% endfor -%}
        '{{ model }}' as attribution_model,
        {{ attribution_weight(model, 'touch_position', 'touch_count') }} as weight
    from {{ relation }}
    {% if not loop.last %}union all{% endif %}
    {%- endfor %}
{% endmacro %}
