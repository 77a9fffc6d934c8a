{# The same model of several companies under one another, each row with its company. Columns are listed: the packs differ. #}
{% macro stat_union(before, after, entities, columns) -%}
{%- for entity in entities %}
    SELECT
        '{{ entity | upper }}' AS entity_code,
        {%- for column in columns %}
        {{ column }}{% if not loop.last %},{% endif %}
        {%- endfor %}
    FROM {{ ref(before ~ entity ~ after) }}
    {%- if not loop.last %}

    UNION ALL
    {% endif %}
{%- endfor %}
{%- endmacro %}

{# Amounts of a company's books in USD: income at the average rate of the month, balances at the closing rate. #}
{% macro stat_translate(amount, rate) -%}
{{ money('cast(' ~ amount ~ ' as double precision) * ' ~ rate) }}
{%- endmacro %}
