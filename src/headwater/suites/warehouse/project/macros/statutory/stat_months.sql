{# Month ends of an entity from its first day in business to the clock: (month_start, month_end). #}
{% macro stat_months(since) -%}
    SELECT
        d.month_start,
        MAX(d.date_day) AS month_end
    FROM {{ ref('dim_dates') }} d
    WHERE d.month_start >= CAST('{{ since }}' AS DATE)
        AND d.month_start <= {{ as_of() }}
    GROUP BY d.month_start
{%- endmacro %}
