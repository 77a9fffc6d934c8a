{# A touch counts towards an outcome if it came before it, and at most `days` before. #}
{% macro within_lookback(touched_at, outcome_at, days) -%}
    ({{ touched_at }} <= {{ outcome_at }} and {{ date_diff_days("cast(" ~ touched_at ~ " as date)", "cast(" ~ outcome_at ~ " as date)") }} <= {{ days }})
{%- endmacro %}
