{# Annual contract value of a total: contracts of a year or less count in full, longer ones by the year. #}
{% macro annual_value(total, term_months) -%}
    {{ money("case when coalesce(" ~ term_months ~ ", 12) <= 12 then " ~ total ~ " else " ~ total ~ " * 12 / " ~ term_months ~ " end") }}
{%- endmacro %}
