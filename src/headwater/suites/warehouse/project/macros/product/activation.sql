{#- Whether a moment is on one of the days by which onboarding is judged: `activation_days` days, that of the creation the
    first. -#}
{% macro is_within_activation(moment, created_at='created_at') -%}
    coalesce({{ to_date(moment) }} < {{ to_date(date_add_days(to_date(created_at), var('activation_days'))) }}, false)
{%- endmacro %}
