{# The models that attribution is given by; every fct_attributed_… has a row for each of them. #}
{% macro attribution_models() %}
    {{- return(['first_touch', 'last_touch', 'linear', 'position_based']) -}}
{% endmacro %}
