{% macro net(amount, discount) -%}
({{ amount }} - coalesce({{ discount }}, 0))
{%- endmacro %}

{% macro pass_through(columns) %}
{%- for column in columns %}
    {{ column }}{{ "," if not loop.last }}
{%- endfor %}
{% endmacro %}
